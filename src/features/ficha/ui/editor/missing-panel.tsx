import { Button, Popover } from '@mantine/core';
import { IconCircleCheck, IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import classes from '../ficha.module.css';
import { countNeeds, groupNeeds, type Need, type Needs } from './needs.tsx';

export interface MissingProps {
  needs: Needs;
  onJump: (section: Need['section'], field: string) => void;
}

const isOne = (items: readonly Need[]) => items.length === 1;

/** What is still missing for the next step; each line leads to its place. */
export function MissingPanel({ needs, onJump }: MissingProps) {
  const [open, setOpen] = useState(false);
  const { items, aim } = needs;
  if (items.length === 0)
    return (
      <span className={classes.complete}>
        <IconCircleCheck size={18} aria-hidden />
        Todo completo
      </span>
    );
  const jump = (section: Need['section'], path: string) => {
    setOpen(false);
    onJump(section, path);
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="top"
      width={420}
      shadow="md"
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconListCheck size={16} aria-hidden />}
          onClick={() => setOpen(!open)}
          aria-expanded={open}
        >
          {`${isOne(items) ? 'Falta' : 'Faltan'} ${countNeeds(items)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.missing ?? ''} aria-label={`Lo que falta para ${aim}`}>
        <MissingList needs={needs} onJump={jump} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** By section, in the order of the form. */
export function MissingList({ needs, onJump }: MissingProps) {
  const { project } = useProject();
  return groupNeeds(project, needs.items).map(({ section, label, items }) => (
    <section key={section} className={classes.missingGroup}>
      <h3>{label}</h3>
      <ul>
        {items.map(item => (
          <li key={item.path}>
            <button type="button" onClick={() => onJump(section, item.path)}>
              <span>{item.label}</span>
              <span className={classes.why}>{item.message}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  ));
}

import { Button, Popover } from '@mantine/core';
import { IconCircleCheck, IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { SectionSlug } from '../../../../domain/sections/index.ts';
import classes from './ficha.module.css';
import { useProject } from './project-context.tsx';
import { shownSections } from './section-list.tsx';

interface MissingProps {
  onJump: (section: SectionSlug, field: string) => void;
}

/** What is still missing to submit; each line leads to its field. */
export function MissingPanel({ onJump }: MissingProps) {
  const { project } = useProject();
  const [open, setOpen] = useState(false);
  const { missing } = project.completeness;
  if (missing.length === 0)
    return (
      <span className={classes.complete}>
        <IconCircleCheck size={18} aria-hidden />
        Todo completo
      </span>
    );
  const jump = (section: SectionSlug, path: string) => {
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
          {missing.length === 1 ? 'Falta 1 dato' : `Faltan ${missing.length} datos`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.missing ?? ''} aria-label="Lo que falta para enviar">
        <MissingList onJump={jump} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** By section, in the order of the form. */
export function MissingList({ onJump }: MissingProps) {
  const { project } = useProject();
  const { missing } = project.completeness;
  return shownSections(project)
    .map(section => ({ section, items: missing.filter(m => m.section === section.slug) }))
    .filter(({ items }) => items.length > 0)
    .map(({ section, items }) => (
      <section key={section.slug} className={classes.missingGroup}>
        <h3>{section.label}</h3>
        <ul>
          {items.map(item => (
            <li key={item.path}>
              <button type="button" onClick={() => onJump(section.slug, item.path)}>
                <span>{item.label}</span>
                <span className={classes.why}>{item.message}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    ));
}

import { ActionIcon, Button, Input, NativeSelect, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { SectionSlug } from '../../../../domain/sections/index.ts';
import { listSections } from '../../../ficha/ui/section-list.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import classes from './actions.module.css';

export interface TypedObservation {
  section: SectionSlug | '';
  text: string;
}

interface EditorProps {
  value: readonly TypedObservation[];
  onChange: (value: TypedObservation[]) => void;
  /** By path: `observations` for all, `observations.0` for one. */
  errors: Readonly<Record<string, string>>;
}

/** What the lead has to answer, each tied to a section. */
export function ObservationsEditor({ value, onChange, errors }: EditorProps) {
  const { project } = useProject();
  const options = [
    { value: '', label: 'Elige la sección' },
    ...listSections(project).map(s => ({ value: s.slug, label: s.label })),
  ];
  const patch = (index: number, change: Partial<TypedObservation>) =>
    onChange(value.map((o, n) => (n === index ? { ...o, ...change } : o)));
  return (
    <Input.Wrapper label="Observaciones" labelElement="div" error={errors.observations}>
      <ol className={classes.observations}>
        {value.map((observation, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place, all state is here
          <li key={index} className={classes.observation}>
            <div className={classes.observationHead}>
              <NativeSelect
                aria-label={`Sección de la observación ${index + 1}`}
                data={options}
                value={observation.section}
                error={errors[`observations.${index}.section`]}
                onChange={event => patch(index, { section: event.currentTarget.value as SectionSlug | '' })}
              />
              {value.length > 1 && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={`Quitar la observación ${index + 1}`}
                  onClick={() => onChange(value.filter((_, n) => n !== index))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </div>
            <Textarea
              aria-label={`Observación ${index + 1}`}
              placeholder="Qué hay que corregir o aclarar"
              autosize
              minRows={2}
              maxLength={4000}
              value={observation.text}
              error={errors[`observations.${index}`]}
              onChange={event => patch(index, { text: event.currentTarget.value })}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={() => onChange([...value, { section: value.at(-1)?.section ?? '', text: '' }])}
      >
        Agregar observación
      </Button>
    </Input.Wrapper>
  );
}

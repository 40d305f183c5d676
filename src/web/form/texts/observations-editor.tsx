import { ActionIcon, Button, Input, NativeSelect, Textarea } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './observations-editor.module.css';

/** What is to be corrected, and where; empty where no place is chosen yet. */
export interface PlacedText<P extends string> {
  place: P | '';
  text: string;
}

interface EditorProps<P extends string> {
  value: readonly PlacedText<P>[];
  onChange: (value: PlacedText<P>[]) => void;
  places: readonly { readonly value: P; readonly label: string }[];
  /** What a place is called, e.g. `Sección`; a feminine word. */
  noun: string;
  /** By path: `observations` for all, `observations.0` for one, `observations.0.place` for its place. */
  errors: Readonly<Record<string, string | undefined>>;
}

/** What somebody has to answer, each tied to a place. */
export function ObservationsEditor<P extends string>(props: EditorProps<P>) {
  const { value, onChange, places, noun, errors } = props;
  const options = [{ value: '', label: `Elige la ${noun.toLowerCase()}` }, ...places];
  const patch = (index: number, change: Partial<PlacedText<P>>) =>
    onChange(value.map((o, n) => (n === index ? { ...o, ...change } : o)));
  return (
    <Input.Wrapper label="Observaciones" labelElement="div" error={errors.observations}>
      <ol className={classes.observations}>
        {value.map((observation, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place, all state is here
          <li key={index} className={classes.observation}>
            <div className={classes.observationHead}>
              <NativeSelect
                aria-label={`${noun} de la observación ${index + 1}`}
                data={options}
                value={observation.place}
                error={errors[`observations.${index}.place`]}
                onChange={event => patch(index, { place: event.currentTarget.value as P | '' })}
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
        onClick={() => onChange([...value, { place: value.at(-1)?.place ?? '', text: '' }])}
      >
        Agregar observación
      </Button>
    </Input.Wrapper>
  );
}

/** Whether something of it is written. */
export const isBegun = ({ place, text }: PlacedText<string>): boolean => place !== '' || text.trim() !== '';

/** A place without text, or a text without place: told, so that nothing typed is left out in silence. */
export const halfWritten = (
  observations: readonly PlacedText<string>[],
  noun: string,
): { path: string; message: string }[] =>
  observations.flatMap(({ place, text }, n) => {
    const path = `observations.${n}`;
    if (text.trim() && !place) return [{ path: `${path}.place`, message: `Elige la ${noun.toLowerCase()}.` }];
    return place && !text.trim() ? [{ path, message: 'Escribe la observación o quítala.' }] : [];
  });

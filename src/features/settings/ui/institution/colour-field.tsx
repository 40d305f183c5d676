import { TextInput } from '@mantine/core';
import { institution } from '../../../../domain/settings/institution.ts';
import { type CommonProps, useField } from '../../../../web/form/form.tsx';
import classes from './institution.module.css';

/** A colour, typed as `#rrggbb` or picked as the browser lets one pick. */
export function ColourField(props: CommonProps) {
  const { value, onChange, input, scope } = useField(props);
  const text = String(value ?? '');
  const { data } = institution.shape.colour.safeParse(text);
  return (
    <TextInput
      {...input}
      value={text}
      onChange={event => onChange(event.currentTarget.value)}
      // What stays on screen is what will be stored.
      onBlur={event => {
        const kept = scope.kept(props.name, text);
        if (kept !== text) onChange(kept);
        input.onBlur(event);
      }}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { maxWidth: '10rem' } }}
      leftSection={
        <input
          type="color"
          className={classes.picker}
          aria-label="Elegir el color"
          value={data ?? '#ffffff'}
          onChange={event => onChange(event.currentTarget.value)}
        />
      }
    />
  );
}

import { ColorInput } from '@mantine/core';
import { type CommonProps, useField } from '../../../web/form/form.tsx';

/** Colours that universities here have; any other is typed or picked. */
const SWATCHES = [
  ...['#0aa8c4', '#00529b', '#0b2545', '#00693e', '#7a1f2b', '#c8102e', '#e87722', '#f2b600'],
  ...['#6a1b9a', '#4a4a4a'],
];

/** A colour, typed as `#rrggbb` or picked. */
export function ColourField(props: CommonProps) {
  const { value, onChange, input, scope } = useField(props);
  const text = String(value ?? '');
  return (
    <ColorInput
      {...input}
      value={text}
      onChange={onChange}
      // What stays on screen is what will be stored.
      onBlur={event => {
        const kept = scope.kept(props.name, text);
        if (kept !== text) onChange(kept);
        input.onBlur(event);
      }}
      swatches={SWATCHES}
      swatchesPerRow={10}
      withEyeDropper={false}
      // What is wrong is told; silently taking back what was typed would not.
      fixOnBlur={false}
      styles={{ input: { maxWidth: '14rem' } }}
    />
  );
}

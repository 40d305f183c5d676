import { NumberInput, TextInput } from '@mantine/core';
import type { FocusEvent } from 'react';
import { type CommonProps, useField } from './form.tsx';
import { pasteNumber } from './paste-number.ts';
import { useTypedNumber } from './typed-number.ts';

/** Units as they are written behind a one. */
const SINGULAR: Readonly<Record<string, string>> = {
  ' días': ' día',
  ' días hábiles': ' día hábil',
  ' meses': ' mes',
  ' personas': ' persona',
};
/** What stands behind a number: `1 día`, `2 días`. */
export const suffixOf = (value: unknown, suffix: string): string =>
  value === 1 ? (SINGULAR[suffix] ?? suffix) : suffix;

interface NumberProps extends CommonProps {
  /** In the plural; behind a one it is a singular. */
  suffix?: string;
  prefix?: string;
  /** Off for numbers that are names, such as a year. */
  grouped?: boolean;
}

/** A whole number as written in Chile; empty is `null`. */
export function NumberField({ suffix = '', prefix = '', grouped = true, ...props }: NumberProps) {
  const { value, onChange, input, rules } = useField(props);
  return (
    <NumberInput
      {...input}
      value={typeof value === 'number' ? value : ''}
      onChange={next => onChange(next === '' ? null : Number(next))}
      onPasteCapture={pasteNumber(onChange, 0)}
      thousandSeparator={grouped ? '.' : ''}
      decimalSeparator=","
      allowDecimal={false}
      allowNegative={(rules.min ?? -1) < 0}
      // The rule's message tells what is wrong; silently changing what was typed would not.
      clampBehavior="none"
      suffix={suffixOf(value, suffix)}
      prefix={prefix}
      hideControls
      inputMode="numeric"
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}

/** Whole pesos. */
export const MoneyField = (props: CommonProps) => <NumberField {...props} prefix="$" />;

/** A number with at most `decimals` digits after the comma; empty is `null`. */
export function DecimalField({ decimals, ...props }: CommonProps & { decimals: number }) {
  const { value, onChange, input } = useField(props);
  const typed = useTypedNumber({ value: typeof value === 'number' ? value : null, set: onChange, decimals });
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    typed.onBlur();
    input.onBlur(event);
  };
  return <TextInput {...input} {...typed} onBlur={leave} />;
}

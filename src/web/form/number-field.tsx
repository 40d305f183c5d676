import { NumberInput } from '@mantine/core';
import { type CommonProps, useField } from './form.tsx';
import { pasteNumber } from './paste-number.ts';

interface NumberProps extends CommonProps {
  /** Digits after the comma; 0 by default. */
  decimals?: number;
  suffix?: string;
  prefix?: string;
  /** Off for numbers that are names, such as a year. */
  grouped?: boolean;
}

/** A number as written in Chile; empty is `null`. */
export function NumberField({
  decimals = 0,
  suffix = '',
  prefix = '',
  grouped = true,
  ...props
}: NumberProps) {
  const { value, onChange, input, rules } = useField(props);
  return (
    <NumberInput
      {...input}
      value={typeof value === 'number' ? value : ''}
      onChange={next => onChange(next === '' ? null : Number(next))}
      onPaste={pasteNumber(onChange, decimals, grouped)}
      thousandSeparator={grouped ? '.' : ''}
      decimalSeparator=","
      decimalScale={decimals}
      allowDecimal={decimals > 0}
      allowNegative={(rules.min ?? -1) < 0}
      // The rule's message tells what is wrong; silently changing what was typed would not.
      clampBehavior="none"
      suffix={suffix}
      prefix={prefix}
      hideControls
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}

/** Whole pesos. */
export const MoneyField = (props: CommonProps) => <NumberField {...props} prefix="$" />;

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Currency } from '../../../../domain/spending/currencies.ts';
import { formatNumber, parseNumber } from '../../../../domain/text/format.ts';
import { type CommonProps, useField } from '../../../../web/form/form.tsx';

/** More than any currency has, so that too many are refused in words, not rounded. */
const MOST_DECIMALS = 8;
const SIGNS: Readonly<Record<Currency, string>> = { CLP: '$', UF: 'UF', USD: 'US$' };

/**
 * An amount as people write it, `1.200.000` or `12,5`. What is no number stays in the box and is refused in words: on a
 * voucher nothing may be lost in silence.
 */
export function AmountField({ currency, ...props }: CommonProps & { currency: Currency }) {
  const { value, onChange, input } = useField(props);
  const [typed, setTyped] = useState<string | null>(null);
  const written = typeof value === 'number' ? formatNumber(value, MOST_DECIMALS) : String(value ?? '');
  return (
    <TextInput
      {...input}
      inputMode={currency === 'CLP' ? 'numeric' : 'decimal'}
      autoComplete="off"
      leftSection={<span aria-hidden>{SIGNS[currency]}</span>}
      value={typed ?? written}
      onChange={event => {
        const text = event.currentTarget.value;
        setTyped(text);
        const number = parseNumber(text, MOST_DECIMALS);
        onChange(number === undefined ? text : number);
      }}
      onBlur={event => {
        setTyped(null);
        input.onBlur(event);
      }}
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}

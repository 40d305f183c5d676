import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatMoney, formatNumber } from '../../../../domain/format.ts';

interface CellNumberProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  money?: boolean;
  decimals?: number;
  error?: ReactNode;
}

/** `1.234,5` as people write it; undefined when it is no number. */
function parse(text: string, decimals: number): number | null | undefined {
  const plain = text.replace(/[$.\s]/g, '').replace(',', '.');
  if (plain === '') return null;
  const wanted = decimals > 0 ? /^\d+(\.\d*)?$/ : /^\d+$/;
  return wanted.test(plain) ? Number(Number(plain).toFixed(decimals)) : undefined;
}

/** A figure in a table: small, without the library that the larger inputs need. What is no number goes on leaving. */
export function CellNumber({ label, value, onChange, money, decimals = 0, error }: CellNumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = value === null ? '' : money ? formatMoney(value) : formatNumber(value, decimals);
  return (
    <TextInput
      size="xs"
      aria-label={label}
      error={error}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      value={typed ?? shown}
      onChange={event => {
        const text = event.currentTarget.value;
        setTyped(text);
        const next = parse(text, decimals);
        if (next !== undefined) onChange(next);
      }}
      onBlur={() => setTyped(null)}
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}

import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatMoney, formatNumber, parseNumber } from '../../../../domain/format.ts';

interface CellNumberProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  money?: boolean;
  decimals?: number;
  error?: ReactNode;
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
        const next = parseNumber(text, decimals);
        if (next !== undefined) onChange(next);
      }}
      onBlur={() => setTyped(null)}
      styles={{ input: { textAlign: 'right' } }}
    />
  );
}

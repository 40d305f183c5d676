import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMoney } from '../../../../domain/text/format.ts';
import { useTypedNumber } from '../../../../web/form/typed-number.ts';

interface CellNumberProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  money?: boolean;
  decimals?: number;
  error?: ReactNode;
}

/** A figure in a table: small, without the library that the larger inputs need. */
export function CellNumber({ label, value, onChange, money, decimals = 0, error }: CellNumberProps) {
  const typed = useTypedNumber({ value, set: onChange, decimals, ...(money && { show: formatMoney }) });
  return <TextInput {...typed} size="xs" aria-label={label} error={error} />;
}

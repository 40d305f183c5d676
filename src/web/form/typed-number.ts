import { type ChangeEvent, useState } from 'react';
import { formatNumber, parseNumber } from '../../domain/text/format.ts';

/**
 * The number in a box. An empty one holds null, also among values whose type says that all are filled in: their schema
 * refuses it as missing.
 */
export const numberIn = (box: number | string): number => (box === '' ? null : Number(box)) as number;

interface TypedNumber {
  value: number | null;
  set: (value: number | null) => void;
  /** Digits after the comma at most. */
  decimals: number;
  /** Whether points may stand between thousands; else each is that of decimals. */
  hasThousands?: boolean;
  /** How the number is written when nobody is typing. */
  show?: (value: number) => string;
}

/**
 * What a text input needs to hold a number. It is read while one types, with points between thousands or before
 * decimals, and written as in Chile on leaving; what is no number goes then.
 */
export function useTypedNumber({ value, set, decimals, hasThousands, show }: TypedNumber) {
  const write = show ?? ((v: number) => formatNumber(v, decimals));
  const [typed, setTyped] = useState<string | null>(null);
  return {
    inputMode: decimals > 0 ? ('decimal' as const) : ('numeric' as const),
    value: typed ?? (value === null ? '' : write(value)),
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const text = event.currentTarget.value;
      setTyped(text);
      const next = parseNumber(text, decimals, hasThousands);
      if (next !== undefined) set(next);
    },
    onBlur: () => setTyped(null),
    styles: { input: { textAlign: 'right' as const } },
  };
}

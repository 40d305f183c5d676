import type { ClipboardEvent } from 'react';
import { parseNumber } from '../../domain/format.ts';

/**
 * What is pasted with a point, as maps and foreign spreadsheets have it: left to itself the field would drop the point
 * and make `12.5` ten times as much. What does not fit the field is not taken.
 */
export const pasteNumber =
  (set: (value: number) => void, decimals: number, hasThousands = true) =>
  (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text').trim();
    if (!/^-?[\d.]*\.\d+$/.test(text)) return;
    event.preventDefault();
    const value = parseNumber(text, decimals, hasThousands);
    if (typeof value === 'number') set(value);
  };

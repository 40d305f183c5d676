import type { ClipboardEvent } from 'react';
import { parseNumber } from '../../domain/text/format.ts';

/**
 * Reads what is pasted with a point or comma, for `onPasteCapture`: the input itself takes every point for a decimal
 * one, and would make `1.234,5` 1,2. What is no number, or none that fits the field, is not taken.
 */
export const pasteNumber =
  (set: (value: number) => void, decimals: number, hasThousands = true) =>
  (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData('text');
    if (!/[.,]/.test(text)) return;
    event.preventDefault();
    event.stopPropagation();
    const value = parseNumber(text, decimals, hasThousands);
    if (typeof value === 'number') set(value);
  };

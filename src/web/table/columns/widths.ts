import type { CSSProperties } from 'react';
import { clampWidth } from './memory.ts';

/** Width of a column, set on the table, so that a drag repaints without rendering a cell anew. */
const variableOf = (key: string) => `--width-${key}`;

type Styles = CSSProperties & Record<`--${string}`, string>;

/** What the table says of its columns' widths. */
export const tableStyle = (widths: Readonly<Record<string, number>>): Styles =>
  Object.fromEntries(Object.entries(widths).map(([key, rem]) => [variableOf(key), `${rem}rem`]));

/** What a cell of a column with a width of its own takes from it. */
export const cellStyle = (key: string): Styles => ({ '--column-width': `var(${variableOf(key)})` });

const pixels = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
export const toRem = (px: number) => px / pixels();

/** How wide a column stands, in rem, told by its heading in the same list. */
export function shownWidth(near: Element, key: string): number {
  const heading = near.closest('[data-list]')?.querySelector(`[data-column="${CSS.escape(key)}"]`);
  return clampWidth(toRem(heading?.getBoundingClientRect().width ?? 0));
}

/** Shows a width that is not remembered yet. */
export const preview = (near: Element, key: string, rem: number) =>
  near.closest('table')?.style.setProperty(variableOf(key), `${rem}rem`);

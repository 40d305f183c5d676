import { invalid } from '../../domain/kit/problem.ts';

/** A row of a spreadsheet that holds anything. */
export interface SheetRow {
  /** As a spreadsheet numbers it, from 1. */
  line: number;
  cells: string[];
}

export const unreadable = (why: string) => invalid('file', `No se puede leer el archivo: ${why}`);

const A = 65;
/** Letters of a column that is counted from 0. */
export const columnName = (column: number): string =>
  (column >= 26 ? columnName(Math.floor(column / 26) - 1) : '') + String.fromCharCode(A + (column % 26));

/** Column of `AB12`, from 0; -1 where there is none. */
export function columnOf(address: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(address)?.[0] ?? '')
    column = column * 26 + letter.charCodeAt(0) - A + 1;
  return column - 1;
}

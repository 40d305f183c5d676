import { invalid } from '../../domain/kit/problem.ts';

/** A row of a spreadsheet that holds anything. */
export interface SheetRow {
  /** As a spreadsheet numbers it, from 1. */
  line: number;
  cells: string[];
}

export const unreadable = (why: string) => invalid('file', `No se puede leer el archivo: ${why}`);

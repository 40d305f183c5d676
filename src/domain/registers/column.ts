import type { Scope } from '../figures/scopes.ts';
import type { Option } from '../sections/field.ts';
import { labelIn } from '../text/format.ts';
import type { Cell } from '../text/worksheet.ts';

/** What stands in the cells of a column, and what that is called where columns are defined. */
export const COLUMN_TYPES = {
  text: 'texto',
  list: 'varios, entre barras',
  number: 'número',
  people: 'personas',
  pesos: 'pesos',
  days: 'días',
  day: 'fecha',
  instant: 'fecha y hora de Chile',
  yesNo: 'sí o no',
} as const;
export type ColumnType = keyof typeof COLUMN_TYPES;

export interface RegisterColumn {
  /** What stands in it, in the words of whoever reads the file. */
  readonly meaning: string;
  /** Text where it is left out. */
  readonly type?: ColumnType;
  /** What is stored, with the words that are shown for it. */
  readonly options?: readonly Option[];
  /** For the office alone; or for whoever accounts for the money, too, see `mayReadSpending`. */
  readonly readers?: 'office' | 'spending';
}

export interface RegisterTable {
  /** Name of its sheet; of its file among CSVs. */
  readonly title: string;
  /** What a row is: "Una fila por actividad". */
  readonly row: string;
  readonly columns: Readonly<Record<string, RegisterColumn>>;
  /** In which scopes it is had; in all of its register where it is left out. */
  readonly scopes?: readonly Scope[];
}

export interface Register {
  readonly title: string;
  /** What it is for, in a sentence. */
  readonly about: string;
  readonly scopes: readonly Scope[];
  readonly tables: Readonly<Record<string, RegisterTable>>;
}

/** Scopes in which somebody reads projects as a whole. */
export const WHOLE: readonly Scope[] = ['all', 'units', 'mine'];
/** Scopes in which somebody accounts for the money, or looks after it. */
export const ACCOUNTED: readonly Scope[] = ['all', 'mine'];

const READ_IN: Readonly<Record<NonNullable<RegisterColumn['readers']>, readonly Scope[]>> = {
  office: ['all'],
  spending: ACCOUNTED,
};

/** Columns of a table that are had in a scope, in their order. */
export const columnsIn = ({ columns }: RegisterTable, scope: Scope): (readonly [string, RegisterColumn])[] =>
  Object.entries(columns).filter(([, { readers }]) => !readers || READ_IN[readers].includes(scope));

/** Tables of a register that are had in a scope, by their names. */
export const tablesIn = ({ scopes, tables }: Register, scope: Scope): (readonly [string, RegisterTable])[] =>
  Object.entries(tables).filter(([, table]) => (table.scopes ?? scopes).includes(scope));

/** A stored value as it stands in the file: JSON of the database on the one side, a cell on the other. */
export function cellOf({ type = 'text', options }: RegisterColumn, value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (options) return labelIn(options, String(value));
  if (type === 'day') return { day: String(value) };
  if (type === 'instant') return new Date(String(value));
  return value as Cell;
}

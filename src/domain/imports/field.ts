import type { z } from 'zod';
import { plain } from '../text/plain.ts';
import { RULES } from '../text/rule-messages.ts';

/** What another row a cell names: one unit or person, or several; `team` are people with and without an account. */
export type Reference =
  | 'school'
  | 'faculty'
  | 'person'
  | 'careers'
  | 'people'
  | 'organisations'
  | 'offerings'
  | 'course'
  | 'comuna'
  | 'comunas'
  | 'project'
  | 'theme'
  | 'team';

/** A cell read: its plain value (empty for none), or what is wrong with it. */
export type Reading = { readonly value: string } | { readonly error: string };

/** A column that a spreadsheet may have. */
export interface ImportField {
  readonly key: string;
  readonly label: string;
  readonly required?: true;
  /** Headers it goes by, best first, without accents, capitals or signs. */
  readonly headers: readonly string[];
  /** Headers of several columns that are joined in this order, where two of them at least are there. */
  readonly joined?: readonly (readonly string[])[];
  /** Headers that are taken for want of better ones: the screen says so. */
  readonly doubtful?: readonly string[];
  /** What the template shows; told apart from real data by nobody, so it is made up. */
  readonly example: string;
  readonly read: (raw: string) => Reading;
  /** Column of the table it is stored in; none where it is stored as links. */
  readonly column?: string;
  readonly stored?: 'text' | 'optional' | 'number' | 'boolean' | 'list';
  readonly reference?: Reference;
  /** What is out of use today may be named: the past is told as it was. */
  readonly past?: true;
  /** The field whose value tells which of several is meant. */
  readonly within?: string;
  /** An empty cell leaves what is stored. */
  readonly blankKeeps?: true;
  /** What a cell names comes to what there is, and takes the place of nothing. */
  readonly adds?: true;
  /** The field whose words it shares. */
  readonly wordsOf?: string;
  /** Told of a new row alone. */
  readonly onlyNew?: true;
  /** Value of a new row whose file says nothing. */
  readonly initial?: string;
  /** Words for plain values on screen. */
  readonly words?: Readonly<Record<string, string>>;
  /** What is offered where a cell is not understood, besides those words: a cell's text and what it means. */
  readonly choices?: readonly Choice[];
}

/** A text that a cell may have, and its words on screen. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What is wrong with a field; `text` is what another word may stand for. */
export interface RowError {
  readonly field: string;
  readonly message: string;
  readonly text?: string;
}

/** A row whose cells are read, as far as a kind's own rules look at it. */
export interface CheckedRow {
  value(field: string): string;
  /** What is stored of it; empty where the row is new. */
  before(field: string): string;
  /** Whether somebody said by name that this person shall administer. */
  readonly isConfirmed: boolean;
  /** Whether it is the person who imports. */
  readonly isImporter: boolean;
}

/** What tells rows apart. */
export interface Keys {
  readonly held: readonly string[];
  readonly sought: readonly string[];
}

/** What an import makes besides its rows, in the order in which they need each other. */
export const NEW_UNIT_KINDS = ['faculty', 'school', 'organisation'] as const;
export type NewUnitKind = (typeof NEW_UNIT_KINDS)[number];

/** What is made first, because rows name it; a school in the faculty that its row names, if any. */
export interface NewUnit {
  readonly kind: NewUnitKind;
  readonly name: string;
  readonly faculty?: string;
}

/** How rows of a noun are imported. */
export interface ImportKind {
  /** Words: `carrera`, `carreras`, and `a` or `o` as the noun ends its adjectives. */
  readonly one: string;
  readonly many: string;
  readonly ending: 'a' | 'o';
  readonly fields: readonly ImportField[];
  /** Table it is stored in, where that is not named as the noun. */
  readonly table?: string;
  /** The field that tells rows apart, or the one that is told what is wrong with that. */
  readonly key: string;
  /** Where one field is not enough: what a row is known by, and by what it looks for the stored one, best first. */
  keys?(value: (field: string) => string): Keys;
  /** Fields that are what a stored row is found by, and so never change; the key alone where nothing is said. */
  readonly fixed?: readonly string[];
  /**
   * Whether a row keeps the cells of its last import: a field is then touched only where its cell has changed, so that
   * corrections made by hand survive. Nothing a file says about people is kept.
   */
  readonly remembers: boolean;
  /** What rows name and nobody has is made with them. */
  readonly creates?: readonly NewUnitKind[];
  /** Cells that follow from other cells of a row, all of them being read as texts. */
  derive?(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** What only the row as a whole shows to be wrong. */
  check?(row: CheckedRow): RowError[];
  /** Columns written besides those of the fields. */
  readonly columns?: readonly string[];
  /** Fields of which the audit keeps that they changed, not their values, and of which no cells are kept. */
  readonly personal?: readonly string[];
  /** Fields of which the audit keeps that they changed alone, though their cells are kept: words that may name somebody. */
  readonly unaudited?: readonly string[];
}

/** Text as it is compared: no accents, capitals or signs; the raised letters of `N.º` and `1ª` are signs, too. */
export const plainText = (value: string): string =>
  plain(value)
    .replace(/[ºª]|[^\p{L}\p{N}]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim();

/** A cell judged by the schema that judges the same field in a form, then written as people write it. */
export const by =
  (schema: z.ZodType<string>, written: (value: string) => string = value => value) =>
  (raw: string): Reading => {
    const result = schema.safeParse(raw);
    return result.success
      ? { value: written(result.data) }
      : { error: result.error.issues[0]?.message ?? RULES.other };
  };

/** Yes or no in whatever words spreadsheets use. */
export function readYesNo(raw: string): Reading {
  const word = plainText(raw);
  if (word === '') return { value: '' };
  if (/^(si|s|x|1|true|verdadero|yes|activ[oa]|vigente)$/.test(word)) return { value: 'true' };
  if (/^(no|n|0|false|falso|inactiv[oa]|no vigente)$/.test(word)) return { value: 'false' };
  return { error: `No se reconoce «${raw}»: usa sí o no.` };
}

/** A number with decimal comma or point; points between thousands only together with a comma. */
export function readNumber(raw: string): Reading {
  const compact = raw.replace(/\s/g, '');
  if (compact === '') return { value: '' };
  const plain = compact.includes(',') ? compact.replaceAll('.', '').replace(',', '.') : compact;
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return { error: RULES.number };
  return { value: String(Number(plain)) };
}

/** The parts of a cell that names several. */
export const partsOf = (cell: string): string[] =>
  cell
    .split(/[;|\n]/)
    .map(part => part.trim())
    .filter(Boolean);

export const YES_NO = { true: 'Sí', false: 'No' } as const;

/** Whether the row is in use; every catalogue has it. */
export const activeField: ImportField = {
  key: 'active',
  label: 'Activo',
  headers: ['activo', 'activa', 'vigente', 'vigencia', 'active'],
  example: 'Sí',
  read: readYesNo,
  column: 'active',
  stored: 'boolean',
  blankKeeps: true,
  initial: 'true',
  words: YES_NO,
};

export const asIs = (raw: string): Reading => ({ value: raw });

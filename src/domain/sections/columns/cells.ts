import type { Cell } from '../../text/worksheet.ts';
import { keyOf, type SectionField } from '../field.ts';
import type { SectionData, SectionSlug } from '../index.ts';
import { isEmpty } from '../section.ts';
import { type NameOf, showValue } from '../show.ts';

/** What the cells of a project are written with besides its sections. */
export interface Known {
  /** Of whatever the sections refer to, comunas by their code and objectives of the project among them. */
  readonly nameOf: NameOf;
  readonly regionOf: (comunaCode: string) => string;
  /** Type of an organisation in words, and its RUT where the reader may know it. */
  readonly organisationOf: (id: string) => { readonly type: string; readonly rut: string | null } | undefined;
  /** Questions that the project's kind and call ask besides. */
  readonly questions: readonly SectionField[];
}

/** One of several columns that tell of a field. */
export interface FieldColumn<V> {
  readonly name: string;
  /** What it tells of the field. */
  readonly meaning: string;
  readonly unit?: string;
  readonly cell: (value: V, known: Known) => Cell;
}

/** It stands in no column, and why. */
interface LeftOut {
  readonly leftOut: string;
}
/** It stands in a column of the project itself, before those of its sections. */
interface Above {
  readonly above: string;
}
type Item<V> = V extends readonly (infer E extends { readonly id: string })[] ? E : never;
/** Each field of a list's entries: told, or why not. */
type Entry<E> = { readonly [K in Exclude<keyof E, 'id'>]: true | LeftOut };

interface Several<V> {
  readonly columns: readonly FieldColumn<V>[];
}
/** The name of its column, or what stands instead; a list says it of each field of its entries, too. */
type Place<V> =
  | LeftOut
  | Above
  | ([Item<V>] extends [never]
      ? string | Several<V>
      : (({ readonly name: string } & Partial<Several<V>>) | Several<V>) & {
          readonly entry: Entry<Item<V>>;
        });

/** Where each field of each section stands: one that is new needs a place here. */
export type Places = {
  readonly [S in SectionSlug]: { readonly [F in keyof SectionData[S]]: Place<SectionData[S][F]> };
};

const finite = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Entries of a list on numbered lines, with these of their fields. */
const linesOf = (
  info: SectionField,
  entry: Readonly<Record<string, true | LeftOut>> | undefined,
): SectionField =>
  entry && info.fields ? { ...info, fields: info.fields.filter(f => entry[keyOf(f)] === true) } : info;

/** A field as its type is usually told: what is counted as a number, days as days, several values as a list. */
function usualCell(info: SectionField, value: unknown, { nameOf }: Known): Cell {
  switch (info.type) {
    case 'flag':
      return value === true;
    case 'integer':
    case 'decimal':
    case 'money':
      return finite(value);
    case 'date':
      return typeof value === 'string' && value !== '' ? { day: value } : null;
    case 'keywords':
    case 'targets':
      return textsIn(value);
    case 'careers':
      return textsIn(value).map(id => nameOf(id) || id);
    default:
      return showValue(info, value, nameOf);
  }
}
/** Several values as they are stored, each a text. */
export const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A column of an export, with the field that it tells of. */
export interface SectionColumn {
  readonly name: string;
  readonly section: SectionSlug;
  readonly field: SectionField;
  readonly meaning: string;
  readonly unit: string;
  /** Of the section as its reader gets it: nothing where the field is not told. */
  readonly cell: (data: Readonly<Record<string, unknown>>, known: Known) => Cell;
}

/** A place as it is looked at when its field is not known before. */
interface AnyPlace extends Partial<LeftOut>, Partial<Above> {
  readonly name?: string;
  readonly columns?: readonly FieldColumn<never>[];
  readonly entry?: Readonly<Record<string, true | LeftOut>>;
}
const UNITS: Partial<Record<SectionField['type'], string>> = { money: 'pesos' };

/** The columns of one field, in order. */
export function columnsOf(
  section: SectionSlug,
  field: SectionField,
  place: string | AnyPlace,
): SectionColumn[] {
  const { name, columns = [], entry }: AnyPlace = typeof place === 'string' ? { name: place } : place;
  const key = keyOf(field);
  const info = linesOf(field, entry);
  const usual: FieldColumn<unknown>[] =
    name === undefined
      ? []
      : [
          {
            ...{ name, meaning: field.label, unit: UNITS[field.type] ?? '' },
            cell: (value, known) => usualCell(info, value, known),
          },
        ];
  // Each is made for the values of its own field.
  const all = [...(columns as readonly FieldColumn<unknown>[]), ...usual];
  return all.map(column => ({
    ...{ name: column.name, section, field, meaning: column.meaning, unit: column.unit ?? '' },
    cell: (data, known) => {
      const value = data[key];
      return value === undefined || value === null ? null : blankAsNull(column.cell(value, known));
    },
  }));
}

const blankAsNull = (cell: Cell): Cell =>
  cell === '' || (Array.isArray(cell) && isEmpty(cell)) ? null : cell;

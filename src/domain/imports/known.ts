import type { Reference, RowError } from './field.ts';
import type { Source, Words } from './texts.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** Ids of those that were merged into it. */
  readonly merged?: readonly string[];
}

/** A stored row as an import sees it: plain values by field; ids where a field names other rows. */
export interface StoredRow {
  readonly id: string;
  readonly updatedAt: string;
  readonly source: Source;
  readonly values: Readonly<Record<string, string>>;
  readonly references: Readonly<Record<string, readonly string[]>>;
  /** Of a project: its sections. */
  readonly documents?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What is known of a part of the file's rows: the stored ones by key, and what their cells may name. */
export interface Known {
  readonly stored: ReadonlyMap<string, StoredRow>;
  /** Keys that several stored rows have. */
  readonly ambiguous?: ReadonlySet<string>;
  /** Those kept of what was merged, by the keys of what was. */
  readonly merged?: ReadonlyMap<string, Named>;
  /** Lines above that hold the same key. */
  readonly firstLines: ReadonlyMap<string, number>;
  /** E-mail of whoever imports. */
  readonly importer: string;
  /** E-mails of those of whom was said by name that they shall administer. */
  readonly confirmed?: ReadonlySet<string>;
  /** What texts stand for; a text that stands for itself is meant as it is. */
  readonly words?: Words;
  /** `within` is the value of the field that tells which of several is meant. */
  find(reference: Reference, text: string, within?: string): readonly Named[];
  /** What is called much like it, where nothing is called so. */
  near?(reference: Reference, text: string): string | undefined;
  /** What only the row as a whole decides; none where its fields are all there is to it. */
  readonly whole?: (row: WholeRow) => Whole;
}

/** A row whose cells are read. */
export interface WholeRow {
  readonly line: number;
  readonly stored: StoredRow | undefined;
  /** Fields that change and are not wrong; all of them where the row is new. */
  readonly changed: ReadonlySet<string>;
  readonly wrong: ReadonlySet<string>;
  /** Empty where the cell is wrong. */
  value(field: string): string;
  /** The cell as it stands in the file. */
  raw(field: string): string;
  ids(field: string): readonly string[];
  /** Whether the person or unit named is out of use. */
  idle(field: string): boolean;
  find(reference: Reference, text: string): readonly Named[];
}
export interface Whole {
  readonly errors: readonly RowError[];
  readonly target: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, readonly string[]>>;
}

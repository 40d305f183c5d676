/** An element of a drawing, as SVG names it; attributes in SVG's own spelling, lengths in the sheet's unit. */
export interface Mark {
  readonly tag: 'g' | 'rect' | 'line' | 'path' | 'circle' | 'text' | 'defs' | 'pattern';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: readonly Mark[] | string;
  /** What it says, on hover and aloud; the keyboard walks those that have one, in the order drawn. */
  readonly label: string | null;
  /** What of the data it stands for, so that a screen can open it. */
  readonly id?: string;
}

export const mark = (
  tag: Mark['tag'],
  attributes: Mark['attributes'],
  content: Mark['content'] = [],
): Mark => ({ tag, attributes, content, label: null });

/** Marks that say one thing together. */
export const labelled = (label: string, content: readonly Mark[], id?: string): Mark => ({
  tag: 'g',
  attributes: {},
  content,
  label,
  ...(id === undefined ? {} : { id }),
});

/** Figures as they are kept, and how they are written where they are read. */
export interface DataTable {
  readonly columns: readonly { readonly title: string; readonly format?: (value: number) => string }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
  /** Of each row the `id` of its mark, where marks have one. */
  readonly ids?: readonly string[];
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly marks: readonly Mark[];
  /** What is seen, in one sentence. */
  readonly sentence: string;
  /** The figures behind it. */
  readonly table: DataTable;
}

/** A cell of the table behind a drawing, in words. */
export const cellText = ({ columns }: DataTable, value: string | number | null, column: number): string => {
  if (value === null) return '—';
  return typeof value === 'string' ? value : (columns[column]?.format?.(value) ?? String(value));
};

import { type ImportField, type ImportKind, plainText } from './field.ts';
import { isNothing, isSeveral, type Mapping } from './recognition.ts';

/** Cells of a row as they stand in the file, by field; a field whose column is not used is absent. */
export type Source = Readonly<Record<string, string>>;

export interface ImportRow {
  /** As a spreadsheet numbers it. */
  readonly line: number;
  readonly source: Source;
  /** Typed in the preview in place of the file's cells. */
  readonly edits: Source;
  /** What is read of each field: what was typed, what a word stands for, the file's cell, or the text for all rows. */
  readonly texts: Source;
}

/**
 * What a text stands for, by what it may name (see `wordKey`) and plain text; the same text again means itself, said on
 * purpose.
 */
export type Words = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Where the text of each field comes from. */
export interface RowReading {
  readonly mapping: Mapping;
  readonly defaults: Source;
  readonly words: Words;
}

/** Of what a text is a word: what names a school does so in every field and every import, other words are the field's. */
export const wordKey = ({ key, wordsOf = key, reference }: ImportField): string =>
  reference === undefined
    ? wordsOf
    : reference === 'comunas'
      ? 'comuna'
      : reference === 'people'
        ? 'person'
        : reference;

/** What a cell of a spreadsheet holds: a team of a hundred people is longer than any text that a form takes. */
const LONGEST_CELL = 32_767;

/** A cell of a field, whose columns are joined. */
export const joinCells = (field: ImportField, columns: readonly number[], cells: readonly string[]): string =>
  columns
    .map(at => cells[at] ?? '')
    .filter((cell, _, all) => all.length === 1 || !isNothing(cell))
    .join(isSeveral(field) ? '; ' : ' ')
    .slice(0, LONGEST_CELL)
    .toWellFormed();

/** A cell in the words that were said to stand for it: as a whole, or each of its parts. */
function translate(field: ImportField, cell: string, words: ReadonlyMap<string, string> | undefined): string {
  if (!words || cell === '') return cell;
  const whole = words.get(plainText(cell));
  if (whole !== undefined) return whole;
  if (!isSeveral(field)) return cell;
  const parts = cell.split(/[;|\n]/).map(part => words.get(plainText(part)) ?? part.trim());
  return parts.filter(Boolean).join('; ');
}

/** The row as it is read, from the cells of its line. */
export function readTexts(
  kind: ImportKind,
  { mapping, defaults, words }: RowReading,
  { line, cells, edits }: { line: number; cells: readonly string[]; edits: Source },
): ImportRow {
  const source: Record<string, string> = {};
  const texts: Record<string, string> = {};
  for (const field of kind.fields) {
    const { key } = field;
    const columns = mapping[key];
    if (columns) source[key] = joinCells(field, columns, cells);
    const cell = source[key] ?? '';
    const said = translate(field, edits[key] ?? (isNothing(cell) ? '' : cell), words.get(wordKey(field)));
    if (said !== '' || columns || edits[key] !== undefined) texts[key] = said;
    if (said === '' && edits[key] === undefined && defaults[key]) texts[key] = defaults[key];
  }
  return { line, source, edits, texts: { ...texts, ...kind.derive?.(texts) } };
}

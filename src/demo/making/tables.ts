import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

const FOLDER = path.join(import.meta.dirname, 'tables');

/** Rows of one of the files here by the names of its columns. */
export function readTable<Name extends string>(file: string): readonly Readonly<Record<Name, string>>[] {
  const text = readFileSync(path.join(FOLDER, file), 'utf8');
  return parse(text, { columns: true, delimiter: ';', skip_empty_lines: true });
}

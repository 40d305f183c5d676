import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import {
  findHeader,
  HEADER_WITHIN,
  isHeaderAgain,
  isSummary,
  linesNote,
} from '../../../domain/imports/header.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import { recognise } from '../../../domain/imports/recognition.ts';
import { invalid } from '../../../domain/kit/problem.ts';
import type { SheetRow } from '../../../server/tables/sheet.ts';
import { readSpreadsheet, type Spreadsheet } from '../../../server/tables/spreadsheet.ts';
import { MOST_IMPORT_ROWS } from '../contract.ts';

const BATCH = 1000;
/** Tables of so few columns have rows of one cell. */
const MOST_SINGLE = 3;

/** The table of a file: its titles, and its rows below them as they are read. */
export interface Table extends Pick<Spreadsheet, 'sheet' | 'otherSheets'> {
  readonly titles: readonly string[];
  readonly rows: AsyncGenerator<SheetRow>;
  /** What people should know of the file, once all rows are read. */
  notes(): string[];
}

/** Opens a file at its table: some begin with a title, go on with totals, and repeat their titles on every page. */
export async function openTable({
  noun,
  bytes,
  sheet,
}: {
  noun: ImportNoun;
  bytes: Buffer;
  sheet?: string | undefined;
}): Promise<Table> {
  const count = (cells: readonly string[]) => Object.keys(recognise(IMPORTS[noun], cells)).length;
  const choose = (rows: readonly SheetRow[]) => Math.max(0, ...rows.map(row => count(row.cells)));
  const found = await readSpreadsheet(bytes, { sheet, choose });
  const first: SheetRow[] = [];
  while (first.length < HEADER_WITHIN) {
    const { value, done } = await found.rows.next();
    if (done) break;
    first.push(value);
  }
  const at = findHeader(count, first);
  const titles = first[at]?.cells ?? [];
  const [totals, repeated, single]: [number[], number[], number[]] = [[], [], []];
  // Of a row of many columns one cell alone is a title within the list, or the end of a report.
  const isWide = titles.filter(Boolean).length > MOST_SINGLE;
  async function* rows(): AsyncGenerator<SheetRow> {
    yield* first.slice(at + 1);
    yield* found.rows;
  }
  async function* table(): AsyncGenerator<SheetRow> {
    for await (const row of rows()) {
      if (isHeaderAgain(row.cells, titles)) repeated.push(row.line);
      else if (isSummary(row.cells)) totals.push(row.line);
      else if (isWide && row.cells.filter(Boolean).length === 1) single.push(row.line);
      else yield row;
    }
  }
  return {
    sheet: found.sheet,
    otherSheets: found.otherSheets,
    titles,
    rows: table(),
    notes: () => [
      ...found.notes(),
      ...linesNote(totals, 'es un total o una nota', 'son un total o una nota'),
      ...linesNote(repeated, 'repite los títulos', 'repiten los títulos'),
      ...linesNote(single, 'tiene un solo dato', 'tienen un solo dato'),
    ],
  };
}

async function writeCells(tx: Transaction, importId: string, rows: readonly SheetRow[]): Promise<void> {
  await sql`
    insert into import_rows (import_id, line, cells)
    select ${importId}, r.line, r.cells from json_to_recordset(${JSON.stringify(rows)}::json) r (line int, cells jsonb)
  `.execute(tx);
}

/** Stores the rows as they are read; neither the file as text nor its rows are ever in memory as a whole. */
export async function storeRows(tx: Transaction, id: string, table: Table) {
  const samples: string[] = [];
  let total = 0;
  let batch: SheetRow[] = [];
  for await (const row of table.rows) {
    row.cells.forEach((cell, at) => {
      samples[at] ||= cell.slice(0, 100).toWellFormed();
    });
    batch.push(row);
    total += 1;
    if (total > MOST_IMPORT_ROWS)
      throw invalid('file', 'El archivo tiene más de 50.000 filas: divídelo en partes.');
    if (batch.length === BATCH) {
      await writeCells(tx, id, batch);
      batch = [];
    }
  }
  if (total === 0) throw invalid('file', 'El archivo no tiene filas debajo de los títulos.');
  await writeCells(tx, id, batch);
  return { total, samples: Array.from(samples, sample => sample ?? ''), notes: table.notes() };
}

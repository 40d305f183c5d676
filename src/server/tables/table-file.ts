import type { ExportFormat } from '../../domain/kit/export.ts';
import { CSV_MARK, csvLine } from '../../domain/text/csv.ts';
import { type Cell, cellText, SHEET_TYPE } from '../../domain/text/worksheet.ts';
import { type Batches, workbook } from './workbook.ts';

/** Stable name of each column and where its value is found. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

export const instant = (value: string | null | undefined): Date | null => (value ? new Date(value) : null);
export const day = (value: string | null | undefined) => (value ? { day: value } : null);

/** The line of a CSV. */
const lineOf = (cells: readonly Cell[]) =>
  csvLine(
    cells.map(cell =>
      cell === null || cell === undefined ? null : typeof cell === 'number' ? cell : cellText(cell),
    ),
  );

export async function* csv(names: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  yield Buffer.from(`${CSV_MARK}${lineOf(names)}`);
  for await (const rows of batches) yield Buffer.from(rows.map(lineOf).join(''));
}

const xlsx = (names: readonly string[], rows: Batches): AsyncGenerator<Buffer> =>
  workbook([{ name: 'Datos', columns: names, rows }]);

async function* cellsOf<Row>(columns: Columns<Row>, batches: AsyncIterable<readonly Row[]>) {
  const values = Object.values(columns);
  for await (const rows of batches) yield rows.map(row => values.map(value => value(row)));
}

/** Rows as the bytes of a file, a batch at a time. */
export function tableFile<Row>(
  format: ExportFormat,
  columns: Columns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Buffer> {
  const write = format === 'xlsx' ? xlsx : csv;
  return write(Object.keys(columns), cellsOf(columns, batches));
}

export const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: SHEET_TYPE,
};

import type { ExportFormat } from '../../domain/kit/export.ts';
import { CSV_MARK, csvLine } from '../../domain/text/csv.ts';
import {
  type Cell,
  cellText,
  MOST_ROWS,
  SHEET,
  SHEET_END,
  SHEET_TYPE,
  sheetHead,
  sheetRows,
  WORKBOOK,
} from '../../domain/text/worksheet.ts';
import { zip } from './zip.ts';

/** Stable name of each column and where its value is found. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

type Batches = AsyncIterable<readonly (readonly Cell[])[]>;

export const instant = (value: string | null | undefined): Date | null => (value ? new Date(value) : null);
export const day = (value: string | null | undefined) => (value ? { day: value } : null);

/** The line of a CSV. */
const lineOf = (cells: readonly Cell[]) =>
  csvLine(
    cells.map(cell =>
      cell === null || cell === undefined ? null : typeof cell === 'number' ? cell : cellText(cell),
    ),
  );

async function* csv(names: readonly string[], batches: Batches): AsyncGenerator<Buffer> {
  yield Buffer.from(`${CSV_MARK}${lineOf(names)}`);
  for await (const rows of batches) yield Buffer.from(rows.map(lineOf).join(''));
}

async function* sheet(names: readonly string[], batches: Batches): AsyncGenerator<string> {
  yield sheetHead(names);
  let row = 1;
  for await (const rows of batches) {
    if (row + rows.length > MOST_ROWS) throw new RangeError('more rows than a sheet holds');
    yield sheetRows(rows, row + 1);
    row += rows.length;
  }
  yield SHEET_END;
}

const xlsx = (names: readonly string[], batches: Batches): AsyncGenerator<Buffer> =>
  zip(
    [
      ...WORKBOOK.map(({ name, content }) => ({ name, content: [content] })),
      { name: SHEET, content: sheet(names, batches) },
    ],
    { large: false },
  );

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

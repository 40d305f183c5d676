import { invalid } from '../../domain/kit/problem.ts';
import { openCsv } from './reading/csv.ts';
import { newFindings, tellFindings } from './reading/findings.ts';
import { isArchive, refuseOthers } from './reading/kinds.ts';
import { openXlsx, type Wanted } from './reading/xlsx.ts';
import { type SheetRow, unreadable } from './sheet.ts';

const MOST_COLUMNS = 100;

export interface Spreadsheet {
  /** Name of the sheet that is read; null for a CSV. */
  readonly sheet: string | null;
  /** Names of the other visible sheets that hold anything. */
  readonly otherSheets: readonly string[];
  /** Trimmed text without empty rows. */
  readonly rows: AsyncGenerator<SheetRow>;
  /** What people should know of the file, in Spanish sentences; complete once all rows are read. */
  notes(): string[];
}

type Opened = Omit<Spreadsheet, 'notes'>;

function emptyError({ sheet, otherSheets }: Opened) {
  if (sheet === null) return invalid('file', 'El archivo está vacío.');
  return otherSheets.length > 0
    ? invalid('file', `La hoja «${sheet}» está vacía: elige otra.`)
    : invalid('file', 'El archivo está vacío: ninguna hoja visible tiene datos.');
}

async function* checkRows(opened: Opened): AsyncGenerator<SheetRow> {
  let filled = 0;
  for await (const row of opened.rows) {
    if (row.cells.length > MOST_COLUMNS) throw unreadable(`tiene más de ${MOST_COLUMNS} columnas.`);
    filled += 1;
    yield row;
  }
  if (filled === 0) throw emptyError(opened);
}

/**
 * A sheet of an XLSX, or a CSV of any usual delimiter and encoding, to be read row by row.
 * @param options which sheet; where none is named the one for whose first rows `choose` gives the greatest number
 * @throws AppError `invalid` at `file`, `unsupported_type` or `too_large`; so do the rows as they are read.
 */
export async function readSpreadsheet(bytes: Buffer, options: Wanted = {}): Promise<Spreadsheet> {
  refuseOthers(bytes);
  const findings = newFindings();
  const opened: Opened = isArchive(bytes)
    ? await openXlsx(bytes, findings, options)
    : { sheet: null, otherSheets: [], rows: openCsv(bytes, findings) };
  if (opened.sheet === null && options.sheet !== undefined)
    throw invalid('file', 'Un archivo CSV no tiene hojas: quita la hoja elegida.');
  return { ...opened, rows: checkRows(opened), notes: () => tellFindings(findings, opened) };
}

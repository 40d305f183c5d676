import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { AppError, invalid } from '../../domain/kit/problem.ts';
import { type SheetRow, unreadable } from './sheet.ts';
import { readXlsx } from './xlsx.ts';

const MOST_COLUMNS = 100;
const wrongType = () =>
  new AppError('unsupported_type', 'Sube un archivo CSV o XLSX. Un .xls antiguo se guarda antes como .xlsx.');

/** UTF-8 with or without mark, UTF-16 as spreadsheets export it, else Windows-1252, which every text can be read as. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes.includes(0)) throw wrongType();
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

const PIECE = 64 * 1024;

/** The text a piece at a time, so that a large file is never in memory as text. */
function* decode(bytes: Buffer): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += PIECE)
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
  yield decoder.decode();
}

/** The sign that separates most columns in the first line, quoted parts left out. */
function delimiterOf(content: string): string {
  const line = /^(?:"[^"]*"|[^"\r\n])*/.exec(content.trimStart())?.[0].replace(/"[^"]*"/g, '') ?? '';
  const counted = [';', ',', '\t', '|'].map(sign => [sign, line.split(sign).length] as const);
  return counted.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

const CSV_REASONS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'hay una comilla sin cerrar',
  CSV_INVALID_CLOSING_QUOTE: 'hay una comilla donde no corresponde',
  CSV_MAX_RECORD_SIZE: 'hay una fila demasiado larga',
};

async function* readCsv(bytes: Buffer): AsyncGenerator<SheetRow> {
  const [beginning = ''] = decode(bytes);
  const parser = parse({
    delimiter: delimiterOf(beginning),
    // All of them: left to itself the parser knows only that of the first line, and files put together have several.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: 100_000,
  });
  Readable.from(decode(bytes)).pipe(parser);
  try {
    let line = 0;
    for await (const cells of parser) yield { line: ++line, cells: cells as string[] };
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number };
    if (!code?.startsWith('CSV_')) throw error;
    throw unreadable(
      `${CSV_REASONS[code] ?? 'su formato no es válido'}${lines ? `, cerca de la línea ${lines}` : ''}.`,
    );
  }
}

/** What no text can hold, half an emoji or NUL, shows as unreadable instead of stopping the whole file. */
const storable = (cell: string) => cell.toWellFormed().replaceAll('\0', '\ufffd').trim();

/**
 * First sheet of an XLSX, or a CSV of any usual delimiter and encoding, row by row as trimmed text without empty rows.
 * @throws AppError `invalid` at `file`, `unsupported_type` or `too_large`.
 */
export async function* readSpreadsheet(bytes: Buffer): AsyncGenerator<SheetRow> {
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') throw wrongType();
  let filled = 0;
  for await (const { line, cells: raw } of isZip ? readXlsx(bytes) : readCsv(bytes)) {
    const cells = raw.map(storable);
    if (!cells.some(Boolean)) continue;
    if (cells.length > MOST_COLUMNS) throw unreadable(`tiene más de ${MOST_COLUMNS} columnas.`);
    filled += 1;
    yield { line, cells };
  }
  if (filled === 0) throw invalid('file', 'El archivo está vacío.');
}

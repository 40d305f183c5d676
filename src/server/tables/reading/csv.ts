import { Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { type SheetRow, unreadable } from '../sheet.ts';
import { decode } from './decode.ts';
import type { Findings } from './findings.ts';
import { refuseMarkup } from './kinds.ts';
import { cleanRow } from './letters.ts';

/** Best first, where they separate as well. */
const SIGNS = [';', ',', '\t', '|'] as const;
/** Lines that are looked at to know what separates them. */
const LOOKED_AT = 20;
/** A line that is no row: by it a spreadsheet is told what separates the others. */
const TOLD = /^"?sep=([^\r\n"]?)"?[ \t]*(?:\r\n|\n|\r|$)/i;
/** A line, quoted line ends within; a quote opens only where a cell begins. */
const LINE = /(?:(?<![^;,\t|\r\n])"[^"]*(?:""[^"]*)*"|[^\r\n])+/g;
const QUOTED = /(?<![^;,\t|])"[^"]*(?:""[^"]*)*"/g;

/** The first lines, whatever is quoted in them left out; of a text that goes on the last one may be cut off. */
function firstLines(text: string, isWhole: boolean): string[] {
  const lines: string[] = [];
  for (const [line] of text.matchAll(LINE)) {
    if (line.trim() !== '') lines.push(line.replace(QUOTED, ''));
    if (lines.length > LOOKED_AT) break;
  }
  return lines.length > 1 && (!isWhole || lines.length > LOOKED_AT) ? lines.slice(0, -1) : lines;
}

/** In how many lines a sign makes as many columns as in most, and how many those are. */
function fitOf(lines: readonly string[], sign: string): { lines: number; columns: number } {
  const counts = new Map<number, number>();
  for (const line of lines) {
    const columns = line.split(sign).length;
    if (columns > 1) counts.set(columns, (counts.get(columns) ?? 0) + 1);
  }
  let best = { lines: 0, columns: 1 };
  for (const [columns, count] of counts)
    if (count > best.lines || (count === best.lines && columns > best.columns))
      best = { lines: count, columns };
  return best;
}

/** The sign that separates the same number of cells in most lines: there may be titles above a table. */
function delimiterOf(text: string, isWhole: boolean): string {
  const lines = firstLines(text, isWhole);
  const fits = SIGNS.map(sign => ({ sign, fit: fitOf(lines, sign) }));
  return fits.reduce((best, next) => {
    const { lines: more, columns } = next.fit;
    const isBetter = more > best.fit.lines || (more === best.fit.lines && columns > best.fit.columns);
    return isBetter ? next : best;
  }).sign;
}

const CSV_REASONS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'hay una comilla sin cerrar',
  CSV_INVALID_CLOSING_QUOTE: 'hay una comilla donde no corresponde',
  CSV_MAX_RECORD_SIZE: 'hay una fila demasiado larga',
};

/** A text without its first letters. */
function* skip(pieces: Generator<string>, letters: number): Generator<string> {
  let left = letters;
  for (const piece of pieces) {
    yield piece.slice(left);
    left -= Math.min(left, piece.length);
  }
}

/**
 * Rows of a CSV that hold anything.
 * @throws AppError `invalid` at `file`, or `unsupported_type` where it is no text
 */
export async function* openCsv(bytes: Buffer, findings: Findings): AsyncGenerator<SheetRow> {
  const [beginning = '', next = ''] = decode(bytes, findings);
  refuseMarkup(beginning);
  const [told = '', sign = ''] = TOLD.exec(beginning) ?? [];
  const parser = parse({
    delimiter: sign || delimiterOf(beginning.slice(told.length), next === ''),
    // All of them: left to itself the parser knows only that of the first line, and files put together have several.
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
    max_record_size: 100_000,
  });
  Readable.from(skip(decode(bytes, findings), told.length)).pipe(parser);
  try {
    let line = 0;
    for await (const cells of parser) {
      const row = cleanRow({ line: ++line, cells: cells as string[] }, findings);
      if (row) yield row;
    }
  } catch (error) {
    const { code, lines } = error as CsvError & { lines?: number };
    if (!code?.startsWith('CSV_')) throw error;
    throw unreadable(
      `${CSV_REASONS[code] ?? 'su formato no es válido'}${lines ? `, cerca de la línea ${lines}` : ''}.`,
    );
  }
}

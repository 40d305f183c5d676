import { columnOf, type SheetRow } from '../sheet.ts';
import type { Findings } from './findings.ts';
import { textOf } from './unzip.ts';
import { xmlPieces } from './xml.ts';

/** Cells of one column that are merged; more of them than this are no list of rows. */
interface Merged {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}
const MOST_MERGED = 5000;

/** What stands behind the rows: these are not looked at, only passed over. */
async function* behindRows(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let [isBehind, before] = [false, ''];
  for await (const part of parts) {
    if (isBehind) yield part;
    else {
      const text = before + part.toString('latin1');
      const end = /<\/(?:\w+:)?sheetData\s*>/.exec(text);
      if (end) yield Buffer.from(text.slice(end.index + end[0].length), 'latin1');
      isBehind = end !== null;
      before = text.slice(-64);
    }
  }
}

/** Cells of one column and several rows that are merged, by their first row; the sheet tells of them behind its rows. */
export async function readMerged(parts: AsyncIterable<Buffer>, findings: Findings): Promise<Merged[]> {
  const found: Merged[] = [];
  for await (const pieces of xmlPieces(textOf(behindRows(parts))))
    for (const { is, text, attributes } of pieces) {
      if (is !== 'open' || text !== 'mergeCell') continue;
      const [first = '', last = ''] = attributes.ref?.split(':') ?? [];
      const [from, to] = [first, last].map(address => Number(/\d+$/.exec(address)?.[0] ?? 0)) as [
        number,
        number,
      ];
      if (columnOf(first) === columnOf(last) && from < to) found.push({ column: columnOf(first), from, to });
      if (found.length > MOST_MERGED) {
        findings.tooManyMerged = true;
        return [];
      }
    }
  return found.sort((a, b) => a.from - b.from);
}

/**
 * Writes the value of a merged cell into each of its rows that holds something besides; the others are no rows of their
 * own.
 */
export function mergeFiller(merged: readonly Merged[], findings: Findings): (row: SheetRow) => void {
  const open = new Map<number, { value: string; to: number }>();
  let next = 0;
  return ({ line, cells }) => {
    const isFilled = cells.some(cell => cell.trim() !== '');
    for (let each = merged[next]; each && each.from <= line; each = merged[++next])
      open.set(each.column, { value: each.from === line ? (cells[each.column] ?? '') : '', to: each.to });
    for (const [column, { value, to }] of open) {
      if (line > to) open.delete(column);
      else if (isFilled && value !== '' && !cells[column]) {
        while (cells.length < column) cells.push('');
        cells[column] = value;
        findings.filledColumns.add(column);
      }
    }
  };
}

import { formatCount } from '../text/format.ts';
import { plainText } from './field.ts';

interface Row {
  readonly cells: readonly string[];
}

/** Rows among which the header is looked for: files begin with titles, dates and signs of the office. */
export const HEADER_WITHIN = 15;

const filledIn = (cells: readonly string[]) => cells.filter(cell => cell.trim() !== '');

/**
 * Which row is the header: the one in which most fields are recognised, two at least; else the first with two cells.
 * @param count number of fields recognised in cells
 */
export function findHeader(count: (cells: readonly string[]) => number, rows: readonly Row[]): number {
  const first = rows.slice(0, HEADER_WITHIN);
  const counts = first.map(({ cells }) => count(cells));
  const most = Math.max(...counts);
  if (most >= 2) return counts.indexOf(most);
  return Math.max(
    0,
    first.findIndex(({ cells }) => filledIn(cells).length >= 2),
  );
}

/** Amounts as spreadsheets show them: `$ 1.200`, `(350)`, `12,5 %`, and the line that stands for none. */
const isNumber = (cell: string) => /^\(?[-+]?\s*\$?\s*\d[\d.,\s]*%?\)?$|^[-–—]$/.test(cell.trim());

/** What a row that sums up begins with, in plain text. */
const BARE_TOTAL = /^((sub ?|gran )?total(es)?|sumas?)( general(es)?| final(es)?)?$/;
const NAMED_TOTAL = /^(gran |sub ?)?total(es)? |^sumas? (total|de) /;
const FOOT_NOTE = /^\W*(fuentes?|notas?|obs|observaci[oó]n(es)?|elaborad[oa] por|elaboraci[oó]n)\s*:/i;

/**
 * Whether a row is none of the list but sums it up or is a note at its foot: `Total`, `Subtotal Enfermería` beside a
 * number, `Fuente: …` alone. A name such as «Total Chile» without a number is a row.
 */
export function isSummary(cells: readonly string[]): boolean {
  const [label = '', ...others] = filledIn(cells);
  if (others.length === 0 && FOOT_NOTE.test(label)) return true;
  const words = plainText(label);
  // `20 iniciativas` beside it counts them.
  if (BARE_TOTAL.test(words))
    return others.every(cell => isNumber(cell) || /^\d+ \p{L}+$/u.test(cell.trim()));
  if (!others.every(isNumber)) return false;
  return NAMED_TOTAL.test(words) && (others.length > 0 || /\d$/.test(words));
}

/** Whether a row says the titles again, as each page of a printed list does, or the lower part of merged ones. */
export function isHeaderAgain(cells: readonly string[], titles: readonly string[]): boolean {
  const isFilled = (cell: string) => plainText(cell) !== '';
  const same = cells.filter((cell, at) => isFilled(cell) && plainText(cell) === plainText(titles[at] ?? ''));
  const least = Math.min(2, titles.filter(isFilled).length);
  return least > 0 && same.length >= least && same.length * 2 > cells.filter(isFilled).length;
}

/** Lines that are named in a note; the rest is counted. */
const MOST_NAMED = 10;
/** What is told of rows that were left out, if any; why, of one and of several. */
export const linesNote = (lines: readonly number[], one: string, many: string): string[] =>
  lines.length === 0
    ? []
    : [
        `${formatCount(lines.length, 'fila quedó', 'filas quedaron')} fuera porque ${lines.length === 1 ? one : many}: ${lines
          .slice(0, MOST_NAMED)
          .join(', ')}${lines.length > MOST_NAMED ? '…' : ''}.`,
      ];

import { columnName, columnOf, type SheetRow } from '../sheet.ts';
import { type Attributes, gatherer } from './book.ts';
import { type Findings, noteUnread } from './findings.ts';
import { notXlsx, type Piece } from './xml.ts';

/** What a sheet holds at most. */
const MOST_ROWS = 1_048_576;
const MOST_COLUMNS = 16_384;
const DAY_MS = 86_400_000;
/** Days from 30 December 1899, where spreadsheets begin to count, to 1970; some count from 1904. */
const TO_1970 = 25_569;
const FROM_1904 = 1462;
const LAST_DAY = 2_958_465;

function numberOrDay(text: string, isDay: boolean, from1904: boolean): string {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  const day = Math.floor(value) + (from1904 ? FROM_1904 : 0);
  if (!isDay || day < 1 || day > LAST_DAY) return String(value);
  return new Date((day - TO_1970) * DAY_MS).toISOString().slice(0, 10);
}

export interface Reading {
  readonly strings: (at: number) => string;
  readonly days: readonly boolean[];
  readonly from1904: boolean;
}

interface Cell {
  readonly attributes: Attributes;
  readonly text: string;
  readonly isFormula: boolean;
}

/** What a cell shows; of a formula what it came to when the file was saved. */
function cellText({ attributes: { t = 'n', s = '0' }, text }: Cell, { strings, days, from1904 }: Reading) {
  if (text === '') return '';
  if (t === 's') return strings(Number(text));
  if (t === 'b') return text === '1' ? 'Sí' : 'No';
  if (t === 'd') return text.slice(0, 10);
  return t === 'n' ? numberOrDay(text, days[Number(s)] ?? false, from1904) : text;
}

/** An error, or a formula that was never worked out: programs write a result that is an empty text as such. */
const isUnread = ({ attributes: { t = 'n' }, text, isFormula }: Cell) =>
  text === '' ? isFormula && t !== 'str' : t === 'e';

const isYes = (value = '') => /^(1|true)$/.test(value);

/** Notes what hidden columns and rows hold. */
function hiddenReader(findings: Findings) {
  const columns = new Set<number>();
  let isHidden = false;
  return {
    column({ hidden, min, max }: Attributes) {
      const last = Math.min(Number(max), MOST_COLUMNS);
      if (isYes(hidden)) for (let column = Number(min); column <= last; column++) columns.add(column - 1);
    },
    row({ hidden }: Attributes) {
      isHidden = isYes(hidden);
    },
    cell(column: number) {
      if (columns.has(column)) findings.hiddenColumns.add(column);
      if (isHidden) findings.hiddenRows += 1;
      isHidden = false;
    },
  };
}

/** Rows of a sheet as its pieces come; cells and rows that do not say where they stand follow the one before. */
export function rowReader(reading: Reading, findings: Findings) {
  const gather = gatherer();
  const hidden = hiddenReader(findings);
  let [line, column, isFormula] = [0, -1, false];
  let attributes: Attributes = {};
  let cells: string[] = [];
  const openRow = (row: Attributes) => {
    const next = row.r === undefined ? line + 1 : Number(row.r);
    if (!(next > line && next <= MOST_ROWS)) throw notXlsx();
    [line, column, cells] = [next, -1, []];
    hidden.row(row);
  };
  const openCell = (cell: Attributes) => {
    column = cell.r === undefined ? column + 1 : columnOf(cell.r);
    if (column < 0 || column >= MOST_COLUMNS) throw notXlsx();
    [attributes, isFormula] = [cell, false];
    gather.clear();
  };
  const closeCell = () => {
    const cell = { attributes, text: gather.text(), isFormula };
    if (isUnread(cell)) return noteUnread(findings, `${columnName(column)}${line}`);
    const text = cellText(cell, reading);
    if (text === '') return;
    findings.formulas ||= isFormula;
    hidden.cell(column);
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  return (piece: Piece): SheetRow | undefined => {
    const { is, text } = piece;
    if (is === 'open' && text === 'row') openRow(piece.attributes);
    else if (is === 'open' && text === 'c') openCell(piece.attributes);
    else if (is === 'open' && text === 'f') isFormula = true;
    else if (is === 'open' && text === 'col') hidden.column(piece.attributes);
    else if (is === 'close' && text === 'c') closeCell();
    else if (is === 'close' && text === 'row') return { line, cells };
    else gather.take(piece);
    return undefined;
  };
}

import { isWorkingDay } from '../kit/calendar.ts';
import { formatDay, parseNumber } from '../text/format.ts';
import { inCalendar } from '../text/rules.ts';
import { RATE_DECIMALS, type RatedCurrency } from './currencies.ts';

export interface PastedRate {
  /** Of the text, from 1. */
  readonly line: number;
  readonly day: string;
  readonly value: number;
}
export interface UnreadLine {
  readonly line: number;
  readonly text: string;
  readonly why: string;
}
export interface PastedRates {
  readonly rates: readonly PastedRate[];
  readonly unread: readonly UnreadLine[];
}

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];
const BETWEEN = '[-/. ]';
/** A day at the beginning of a line, as spreadsheets and the Banco Central write them, and what follows. */
const LINE = new RegExp(
  String.raw`^"?(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})${BETWEEN}(\d{1,2}|[a-z]{3,10}\.?)${BETWEEN}(\d{4}|\d{2}))(?:[ T]0{1,2}:00(?::00)?)?"?(?:[\s;,:|]+(.*))?$`,
  'i',
);

function dayOf([, isoYear, isoMonth, isoDay, day = '', month = '', year = '']: RegExpExecArray) {
  const named = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const parts = isoYear
    ? [isoYear, isoMonth ?? '', isoDay ?? '']
    : [year.length === 2 ? `20${year}` : year, named > 0 ? String(named) : month, day];
  const value = parts.map(part => part.padStart(2, '0')).join('-');
  const date = new Date(`${value}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
  return isDay && inCalendar(value) ? value : null;
}

/** The value of a line, or why it is none. */
function readValue(text: string): number | string {
  const written = text.replace(/^"|"$/g, '').replace(/^(UF|USD|US)/i, '');
  const value = parseNumber(written, RATE_DECIMALS + 1);
  if (value === null) return 'Falta el valor.';
  if (value === undefined) return 'El valor no es un número.';
  if (value <= 0) return 'El valor debe ser mayor que cero.';
  if (value > 99_999_999) return 'El valor es demasiado grande.';
  return Number(value.toFixed(RATE_DECIMALS)) === value ? value : `Hasta ${RATE_DECIMALS} decimales.`;
}

const NO_HOLIDAYS: ReadonlySet<string> = new Set();

/**
 * Daily values out of a pasted text, one «día valor» a line, in the order of the text. Weekends of dollars are told here,
 * holidays by the server, which knows them.
 */
export function readPastedRates(text: string, currency: RatedCurrency): PastedRates {
  const rates: PastedRate[] = [];
  const unread: UnreadLine[] = [];
  const known = new Map<string, PastedRate>();
  const judge = (line: number, written: string): string | null => {
    const match = LINE.exec(written);
    if (!match) return 'No empieza con una fecha.';
    const day = dayOf(match);
    if (day === null) return 'Esa fecha no existe.';
    const value = readValue((match[7] ?? '').trim());
    if (typeof value === 'string') return value;
    if (currency === 'USD' && !isWorkingDay(day, NO_HOLIDAYS))
      return 'El dólar no tiene valor en fin de semana.';
    const before = known.get(day);
    if (before)
      return before.value === value
        ? `Repite la línea ${before.line}.`
        : `El ${formatDay(day)} ya está en la línea ${before.line} con otro valor.`;
    const rate = { line, day, value };
    known.set(day, rate);
    rates.push(rate);
    return null;
  };
  for (const [n, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const written = raw.trim();
    if (written === '') continue;
    const why = judge(n + 1, written);
    if (why !== null) unread.push({ line: n + 1, text: written, why });
  }
  return { rates, unread };
}

import { RULES } from '../text/rule-messages.ts';
import { plainText, type Reading } from './field.ts';

const MONTHS: readonly RegExp[] = [
  /^(ene|enero|jan)$/,
  /^(feb|febrero)$/,
  /^(mar|marzo)$/,
  /^(abr|abril|apr)$/,
  /^(may|mayo)$/,
  /^(jun|junio)$/,
  /^(jul|julio)$/,
  /^(ago|agosto|aug)$/,
  /^(sep|sept|septiembre|set|setiembre)$/,
  /^(oct|octubre)$/,
  /^(nov|noviembre)$/,
  /^(dic|diciembre|dec)$/,
];

const TIME =
  /[T ,]+(a las )?([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d+)?)? ?(hrs?\.?|horas|h|[ap]\.? ?m\.?|Z|[-+]\d\d:?\d\d)?$/i;
const WEEKDAY = /^(lunes|martes|miercoles|jueves|viernes|sabado|domingo|lun|mar|mie|jue|vie|sab|dom) (?=\d)/;

/** Parts of a date, each as its number was written; none where only a month or a year is told. */
interface Parts {
  readonly year: string;
  readonly month?: string | undefined;
  readonly day?: string | undefined;
}

const SHAPES: readonly RegExp[] = [
  /^(?<year>\d{4}) (?<month>\d{1,2}) (?<day>\d{1,2})$/,
  /^(?<day>\d{1,2}) (?<month>\d{1,2}|[a-z]+) (?<year>\d{4}|\d\d)$/,
  /^(?<month>[a-z]+) (?<day>\d{1,2}) (?<year>\d{4})$/,
  /^(?<month>\d{1,2}) (?<year>\d{4})$/,
  /^(?<month>[a-z]+) (?<year>\d{4}|\d\d)$/,
  /^(?<year>\d{4}) (?<month>\d{1,2}|[a-z]+)$/,
  /^(?<year>\d{4})$/,
];

function partsIn(raw: string): Parts | null {
  // Signs that no date is written with, as a minus before it, are not overlooked.
  if (!/^[\p{L}\p{N}][^()=*]{0,60}$/u.test(raw)) return null;
  const words = plainText(raw.replace(TIME, ''))
    .replace(/^(\d{1,2})(ro|o)\b/, '$1')
    .replace(/\b(de|del)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(WEEKDAY, '');
  const groups = SHAPES.map(shape => shape.exec(words)?.groups).find(found => found !== undefined);
  return groups?.year === undefined ? null : { ...groups, year: groups.year };
}

/** Two digits are of the years around the turn of the century. */
const yearOf = (digits: string) =>
  digits.length === 4 ? digits : `${Number(digits) >= 70 ? 19 : 20}${digits}`;
function monthOf(written: string): string {
  const named = MONTHS.findIndex(names => names.test(written));
  return (named >= 0 ? String(named + 1) : written).padStart(2, '0');
}

const isDay = (value: string) => {
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value;
};
const lastDayOf = (year: string, month: string) =>
  String(new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()).padStart(2, '0');

interface DayRules {
  readonly firstYear?: number;
  /** Which day a month or a year alone stands for; none where a true day is needed. */
  readonly part?: 'start' | 'end';
}

/**
 * A day as spreadsheets write it: `31-12-2019`, `1/5/19`, `2019-12-31 14:30`, `1 de mayo de 2019`. Of a month or a year
 * alone, `mayo 2019`, `03-2022`, `2019`, the first or the last day, where the field says which.
 * @returns `yyyy-mm-dd`, or what is wrong: none, before `firstYear`, or no true day.
 */
export function readDay(raw: string, { firstYear = 2000, part }: DayRules = {}): Reading {
  const text = raw.trim();
  if (text === '') return { value: '' };
  const parts = partsIn(text);
  if (!parts) return { error: RULES.date };
  const year = yearOf(parts.year);
  const month = monthOf(parts.month ?? (part === 'end' ? '12' : '1'));
  const day = parts.day?.padStart(2, '0') ?? (part === 'end' ? lastDayOf(year, month) : '01');
  const value = `${year}-${month}-${day}`;
  if (!isDay(value)) return { error: RULES.date };
  if (parts.day === undefined && part === undefined)
    return { error: 'Falta el día: escribe la fecha completa (dd-mm-aaaa).' };
  return value >= `${firstYear}-01-01` && value <= '2100-12-31'
    ? { value }
    : { error: `Escribe una fecha desde el año ${firstYear}.` };
}

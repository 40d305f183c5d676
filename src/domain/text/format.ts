import { daysBetween, localTime, weekday } from '../kit/calendar.ts';

// Written out rather than left to Intl: the same on every browser and server, whatever locale data they carry.
const groupDigits = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, '.');

/** Number as written in Chile: `1.234,5`; at most `decimals` after the comma, no trailing zeros beyond `least` of them. */
export function formatNumber(value: number, decimals = 2, least = 0): string {
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(decimals).split('.');
  const rest = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '');
  const shown = rest ? `${groupDigits(whole)},${rest}` : groupDigits(whole);
  return value < 0 && /[1-9]/.test(shown) ? `-${shown}` : shown;
}

/**
 * Number as people write or paste it, the inverse of `formatNumber`. A point is a decimal one where it cannot stand
 * between thousands, as in `12.5`, or where there are no thousands, as in degrees. Null for an empty text, undefined for no number.
 */
export function parseNumber(text: string, decimals = 2, hasThousands = true): number | null | undefined {
  const written = text.replace(/[$\s]/g, '');
  if (written === '') return null;
  const isGrouped = hasThousands && /^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/.test(written);
  const plain = (isGrouped ? written.replaceAll('.', '') : written).replace(',', '.');
  const wanted = decimals > 0 ? /^-?\d+(\.\d*)?$/ : /^-?\d+$/;
  return wanted.test(plain) ? Number(Number(plain).toFixed(decimals)) : undefined;
}

/** Whole pesos: `$1.234.567`, `-$500`. */
export function formatMoney(pesos: number): string {
  const shown = formatNumber(pesos, 0);
  return shown.startsWith('-') ? `-$${shown.slice(1)}` : `$${shown}`;
}

/** In the currency of a contract, pesos where none is named: `$1.200.000`, `UF 12,5`. */
export const formatAmount = (value: number, currency: string | null): string =>
  currency === null || currency === 'CLP' ? formatMoney(value) : `${currency} ${formatNumber(value, 4)}`;

/** Bytes: `812 bytes`, `1,5 MB`; 1 kB is 1 024 bytes, as file managers show it. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${formatNumber(bytes)} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let size = bytes / 1024;
  let unit = 0;
  // 1 023,95 would be shown as 1.024,0 of the smaller unit.
  while (size >= 1023.95 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${formatNumber(size, 1)} ${units[unit]}`;
}

/** Calendar day `yyyy-mm-dd` as `21-11-2026`. */
export const formatDay = (day: string): string => day.split('-').reverse().join('-');
/** Instant as the day in Chile, `21-11-2026`. */
export const formatDate = (at: Date): string => formatDay(localTime(at).day);
/** Instant as `21-11-2026 14:05`, time of Chile. */
export function formatDateTime(at: Date): string {
  const { day, time } = localTime(at);
  return `${formatDay(day)} ${time}`;
}

const MONTHS = [
  ...['enero', 'febrero', 'marzo', 'abril', 'mayo', 'junio'],
  ...['julio', 'agosto', 'septiembre', 'octubre', 'noviembre', 'diciembre'],
];
const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const;

/** A number with its noun: `1 día`, `1.200 días`. */
export const formatCount = (n: number, one: string, many: string): string =>
  `${formatNumber(n)} ${n === 1 ? one : many}`;

function formatElapsed(from: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - from.getTime()) / 60_000);
  if (minutes < 1) return 'un momento';
  if (minutes < 60) return formatCount(minutes, 'minuto', 'minutos');
  const days = daysBetween(localTime(from).day, localTime(now).day);
  if (days < 1 || minutes < 12 * 60) return formatCount(Math.floor(minutes / 60), 'hora', 'horas');
  return formatCount(days, 'día', 'días');
}

/** How long ago: `hace 3 días`. */
export const formatAgo = (at: Date, now: Date): string => `hace ${formatElapsed(at, now)}`;
/** Since when: `desde hace 3 días`; after two months the day itself. */
export function formatSince(at: Date, now: Date): string {
  const days = daysBetween(localTime(at).day, localTime(now).day);
  return days > 60 ? `desde el ${formatDate(at)}` : `desde ${formatAgo(at, now)}`;
}

/** Days from its Monday, as weeks are counted in Chile. */
const daysInWeek = (day: string): number => (weekday(day) + 6) % 7;

/**
 * A deadline: `vence hoy`, `venció hace 2 días`; of this week `vence el jueves 26`, after it `vence el viernes 4 de
 * diciembre`, with the year where it is another; more than 13 days ahead the whole date.
 */
export function formatDue(due: Date, now: Date): string {
  const { day } = localTime(due);
  const today = localTime(now).day;
  const days = daysBetween(today, day);
  if (due < now && days === 0) return 'venció hoy';
  if (days === -1) return 'venció ayer';
  if (days < 0) return days < -60 ? `venció el ${formatDay(day)}` : `venció hace ${-days} días`;
  if (days === 0) return 'vence hoy';
  if (days === 1) return 'vence mañana';
  if (days > 13) return `vence el ${formatDay(day)}`;
  const named = `vence el ${WEEKDAYS[weekday(day)]} ${Number(day.slice(8))}`;
  if (daysInWeek(today) + days < 7) return named;
  const month = `${named} de ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
  return day.slice(0, 4) === today.slice(0, 4) ? month : `${month} de ${day.slice(0, 4)}`;
}

/** How urgent a deadline is: overdue, due within two days, or neither. */
export function urgency(due: Date | null, now: Date): 'overdue' | 'soon' | 'none' {
  if (!due) return 'none';
  if (due < now) return 'overdue';
  return daysBetween(localTime(now).day, localTime(due).day) <= 2 ? 'soon' : 'none';
}

/** Words joined as in speech: `a`, `a y b`, `a, b y c`; `e` before the sound i. */
export function formatList(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  const and = /^(i|hi(?!e))/i.test(last) ? 'e' : 'y';
  return `${words.slice(0, -1).join(', ')} ${and} ${last}`;
}

/** The same text within a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

interface Labelled {
  readonly value: string;
  readonly label: string;
}
/** The words of a value among its options; nothing of one that has none, or is none of them. */
export const labelIn = (options: readonly Labelled[], value: string | null | undefined): string =>
  options.find(option => option.value === value)?.label ?? '';
/** Of several values, in the order of the options. */
export const labelsIn = (options: readonly Labelled[], values: readonly string[]): string =>
  options
    .filter(({ value }) => values.includes(value))
    .map(({ label }) => label)
    .join(', ');

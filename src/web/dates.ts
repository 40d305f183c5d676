import { localDay, localTime } from '../domain/kit/calendar.ts';
import { formatDateTime, formatDay as written } from '../domain/text/format.ts';

/** Dates as the API sends them, days `yyyy-mm-dd` and instants ISO 8601, for the formats of the domain. */

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Calendar day in Chile of an instant; a day stays itself. */
export const dayOf = (value: string | Date): string =>
  typeof value === 'string' && isDay(value) ? value : localDay(new Date(value));

export const formatDay = (value: string): string => written(dayOf(value));
export const formatTime = (instant: string): string => localTime(new Date(instant)).time;
export const formatInstant = (instant: string): string => formatDateTime(new Date(instant));

/** `dd-mm-aaaa`, also with other separators or a two-digit year, as `yyyy-mm-dd`; null when it is no date. */
export function parseDay(typed: string): string | null {
  const match = /^\s*(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})\s*$/.exec(typed);
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  const value = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : null;
}

/** A time of day as people write it (`9`, `930`, `9.30`, `21:05 h`, `2:30 p. m.`) as `HH:MM`; null when it is none. */
export function parseTime(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const match =
    /^(\d{1,2})(?:[:.h ](\d{2}))?\s*(?:(h|hrs?|horas?)\.?|([ap])\.?\s?m\.?)?$/.exec(text) ??
    /^(\d{1,2})(\d{2})$/.exec(text);
  if (!match) return null;
  const [, written = '', minute = '00', , half] = match;
  const hour = half ? hourOf(Number(written), half) : Number(written);
  if (hour > 23 || Number(minute) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minute}`;
}

/** Of a clock with twelve hours; more than a day has where it shows no such hour. */
const hourOf = (written: number, half: string): number =>
  written < 1 || written > 12 ? Number.POSITIVE_INFINITY : (written % 12) + (half === 'p' ? 12 : 0);

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

/** Dates as people of the office read them: Chile's zone, `dd-mm-aaaa`. Days are `yyyy-mm-dd`, instants ISO 8601. */

const ZONE = 'America/Santiago';
const DAY_MS = 86_400_000;

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const clock = new Intl.DateTimeFormat('es-CL', {
  timeZone: ZONE,
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});
const weekday = new Intl.DateTimeFormat('es-CL', { timeZone: 'UTC', weekday: 'long' });

const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value);

/** Calendar day in Chile of an instant; a day stays itself. */
export const dayOf = (value: string | Date): string =>
  typeof value === 'string' && isDay(value) ? value : calendar.format(new Date(value));

export const formatDay = (value: string): string => dayOf(value).split('-').reverse().join('-');
export const formatTime = (instant: string): string => clock.format(new Date(instant));
export const formatInstant = (instant: string): string => `${formatDay(instant)} ${formatTime(instant)}`;

/** Whole calendar days from `from` to `to`, negative when `to` is earlier. */
export const daysBetween = (from: string | Date, to: string | Date): number =>
  Math.round((Date.parse(dayOf(to)) - Date.parse(dayOf(from))) / DAY_MS);

/** `hoy`, `ayer`, `hace 3 días`, `hace 4 meses`: completes "desde …". */
export function sinceText(instant: string, now: Date = new Date()): string {
  const days = daysBetween(instant, now);
  if (days <= 0) return 'hoy';
  if (days === 1) return 'ayer';
  if (days < 60) return `hace ${days} días`;
  const months = Math.round(days / 30.44);
  return months < 24 ? `hace ${months} meses` : `hace ${Math.round(days / 365.25)} años`;
}

/** `hoy`, `mañana`, `el jueves 26`, `el 26-11-2026`: completes "vence …" and "venció …". */
export function dueText(due: string, now: Date = new Date()): string {
  const days = daysBetween(now, due);
  if (days === 0) return 'hoy';
  if (days === 1) return 'mañana';
  if (days === -1) return 'ayer';
  const day = dayOf(due);
  if (Math.abs(days) > 6) return `el ${formatDay(day)}`;
  return `el ${weekday.format(new Date(`${day}T00:00:00Z`))} ${Number(day.slice(8))}`;
}

/** `dd-mm-aaaa`, also with other separators or a two-digit year, as `yyyy-mm-dd`; null when it is no date. */
export function parseDay(typed: string): string | null {
  const match = /^\s*(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{2}|\d{4})\s*$/.exec(typed);
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  const value = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : null;
}

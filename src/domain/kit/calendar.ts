const TIME_ZONE = 'America/Santiago';

const localParts = new Intl.DateTimeFormat('en-CA', {
  timeZone: TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The wall clock in Chile: day `yyyy-mm-dd` and time `HH:MM`. */
export function localTime(at: Date): { day: string; time: string } {
  const part = Object.fromEntries(localParts.formatToParts(at).map(p => [p.type, p.value]));
  return { day: `${part.year}-${part.month}-${part.day}`, time: `${part.hour}:${part.minute}` };
}
export const localDay = (at: Date): string => localTime(at).day;

const DAY_MS = 86_400_000;
const utc = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** Calendar days, no clock: safe over changes of hour. */
export const addDays = (day: string, n: number): string =>
  new Date(utc(day) + n * DAY_MS).toISOString().slice(0, 10);
/** Days from `a` to `b`; negative when `b` is earlier. */
export const daysBetween = (a: string, b: string): number => Math.round((utc(b) - utc(a)) / DAY_MS);
/** 0 is Sunday, 6 is Saturday. */
export const weekday = (day: string): number => new Date(utc(day)).getUTCDay();

/**
 * First instant of a day in Chile. The country is 3 or 4 hours behind UTC; on the spring Sunday, when 00:00 is
 * skipped, the day begins at 01:00.
 */
export function startOfDay(day: string): Date {
  const early = new Date(utc(day) + 3 * 3_600_000);
  return localDay(early) === day ? early : new Date(utc(day) + 4 * 3_600_000);
}
/** The moment of a wall clock's day and time `HH:MM` in Chile; of one that is skipped, an hour later. */
export function momentOf(day: string, time: string): Date {
  const wall = Date.parse(`${day}T${time}:00Z`);
  const summer = new Date(wall + 3 * 3_600_000);
  return localTime(summer).time === time ? summer : new Date(wall + 4 * 3_600_000);
}
/** Last millisecond of a day in Chile; the later one where the autumn change repeats the hour before midnight. */
export const endOfDay = (day: string): Date => new Date(startOfDay(addDays(day, 1)).getTime() - 1);

/**
 * The instant when a clock in Chile shows this day and time. A time that the spring change skips is the one an hour
 * later; of one that the autumn change repeats it is the first.
 */
export function instantAt(day: string, time: string): Date {
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const offsets = [3, 4].map(hours => new Date(asUtc + hours * 3_600_000));
  const shows = (at: Date) => localDay(at) === day && localTime(at).time === time;
  return offsets.find(shows) ?? new Date(asUtc + 4 * 3_600_000);
}

/** Days `yyyy-mm-dd` on which nobody works besides weekends. */
export type Holidays = ReadonlySet<string>;

export const isWorkingDay = (day: string, holidays: Holidays): boolean =>
  weekday(day) !== 0 && weekday(day) !== 6 && !holidays.has(day);

/** The nearest working day after `day` (`step` 1) or before it (`step` -1). */
export function nearestWorkingDay(day: string, step: 1 | -1, holidays: Holidays): string {
  const next = addDays(day, step);
  return isWorkingDay(next, holidays) ? next : nearestWorkingDay(next, step, holidays);
}

/** The `n`th working day before `day`; the day itself with `n` 0. */
export const workingDaysBefore = (day: string, n: number, holidays: Holidays): string =>
  n === 0 ? day : workingDaysBefore(nearestWorkingDay(day, -1, holidays), n - 1, holidays);

/** Working days after `from` until `to`, which counts. */
export function workingDaysBetween(from: string, to: string, holidays: Holidays): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1))
    if (isWorkingDay(day, holidays)) count += 1;
  return count;
}

/**
 * When something due in `n` working days is due: 23:59:59.999 in Chile. The day of `from` does not count;
 * with `n` 0 it is due the same day, or the next working day.
 */
export function addWorkingDays(from: Date, n: number, holidays: Holidays): Date {
  let day = localDay(from);
  if (n === 0 && !isWorkingDay(day, holidays)) day = nearestWorkingDay(day, 1, holidays);
  for (let left = n; left > 0; left -= 1) day = nearestWorkingDay(day, 1, holidays);
  return endOfDay(day);
}

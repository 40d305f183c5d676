import { addDays } from '../../domain/kit/calendar.ts';

/** Half years since the year 0: the second half of a year starts in August. */
const halfOf = (day: string): number => Number(day.slice(0, 4)) * 2 + (Number(day.slice(5, 7)) < 8 ? 0 : 1);

const DAY = /(?<![\d-])(20\d\d)-(0[1-9]|1[0-2])-([0-3]\d)(?![\d-])/g;
const CHILEAN_DAY = /(?<![\d-])([0-3]\d)-(0[1-9]|1[0-2])-(20\d\d)(?![\d-])/g;
const PERIOD = /(?<![\d-])(20\d\d)-([12])(?![\d-])/g;
/** The hour by which Chile differs depends on the season, the time of day does not. */
const OFFSET = /(T\d\d:\d\d:\d\d(?:\.\d+)?)[+-]\d\d:\d\d(?=")/g;

/**
 * The text of an archive as if it had been made later, or earlier: every day in it, as the database writes them and as
 * people do, and every academic period.
 * @param from day of the archive, `yyyy-mm-dd`
 * @param to the day on which it is told
 */
export function moveText(text: string, from: string, to: string): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  const halves = halfOf(to) - halfOf(from);
  const known = new Map<string, string>();
  const moved = (day: string) => {
    const before = known.get(day);
    if (before !== undefined) return before;
    const after = Number.isNaN(Date.parse(day)) ? day : addDays(day, days);
    known.set(day, after);
    return after;
  };
  return text
    .replace(OFFSET, '$1')
    .replace(DAY, day => moved(day))
    .replace(CHILEAN_DAY, (_, day, month, year) =>
      moved(`${year}-${month}-${day}`).split('-').reverse().join('-'),
    )
    .replace(PERIOD, (_, year, half) => {
      const at = Number(year) * 2 + Number(half) - 1 + halves;
      return `${Math.floor(at / 2)}-${1 + (at % 2)}`;
    });
}

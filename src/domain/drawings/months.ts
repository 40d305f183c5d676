import { addDays, daysBetween } from '../kit/calendar.ts';

// Written out rather than left to Intl: the same on every browser and server.
const NAMES = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** Of January as 0: `ene`. */
export const monthName = (month: number): string => NAMES[month] ?? '';

export interface Month {
  /** Its first day, `yyyy-mm-dd`. */
  readonly day: string;
  /** `mar`, and of the first one shown and of each January `mar 26`. */
  readonly label: string;
}

/** A stretch of whole months. */
export interface Span {
  readonly from: string;
  /** The day after its last. */
  readonly until: string;
  readonly days: number;
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;
/** Months are at most 31 days long, and none has fewer than 28. */
const nextMonth = (first: string) => firstOfMonth(addDays(first, 31));

/** The whole months that cover days `yyyy-mm-dd`, of which there is at least one. */
export function spanOf(days: readonly string[]): Span {
  const [first = '', last = first] = [days.toSorted()[0], days.toSorted().at(-1)];
  const from = firstOfMonth(first);
  const until = nextMonth(firstOfMonth(last));
  return { from, until, days: daysBetween(from, until) };
}

/** Of months; by hand, as the time scale of `day-axis.ts` would take the plan's screen over its weight. */
const STEPS = [1, 2, 3, 6, 12];

/** The months of a span of which at most `most` find room: each, or every second, third, sixth, or one a year. */
export function monthsOf({ from, until }: Span, most: number): Month[] {
  const all: string[] = [];
  for (let day = from; day < until; day = nextMonth(day)) all.push(day);
  const step = STEPS.find(s => all.length / s <= most) ?? Math.ceil(all.length / Math.max(1, most));
  return all
    .filter((_, n) => n % step === 0)
    .map((day, n) => {
      const month = Number(day.slice(5, 7)) - 1;
      return { day, label: `${monthName(month)}${n === 0 || month === 0 ? ` ${day.slice(2, 4)}` : ''}` };
    });
}

/** Where a day begins, as a share of the span. */
export const shareOf = ({ from, days }: Span, day: string): number => daysBetween(from, day) / days;

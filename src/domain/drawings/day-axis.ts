import { type ScaleTime, scaleUtc } from 'd3-scale';
import { textWidth } from '../text/text-width.ts';
import { monthName } from './months.ts';
import { round } from './sheet.ts';

const DAY_MS = 86_400_000;

/** A day `yyyy-mm-dd` as a place in time: days have no clock, so the one of UTC serves. */
export const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

export type DayScale = ScaleTime<number, number>;

/** From the first to the last of these days; one alone stands in the middle, with a day on either side. */
export function dayScale(days: readonly string[], from: number, to: number): DayScale {
  const times = days.map(timeOf).filter(Number.isFinite);
  const first = times.reduce((a, b) => Math.min(a, b), times[0] ?? 0);
  const last = times.reduce((a, b) => Math.max(a, b), times[0] ?? 0);
  const room = first === last ? DAY_MS : 0;
  return scaleUtc([first - room, last + room], [from, to]);
}

interface DayTick {
  readonly x: number;
  /** Middle of its text, which stays on the sheet. */
  readonly textX: number;
  readonly text: string;
}

type Grain = 'year' | 'month' | 'day';
const grainOf = (ticks: readonly Date[]): Grain => {
  if (ticks.some(t => t.getUTCDate() !== 1)) return 'day';
  return ticks.length > 1 && ticks.every(t => t.getUTCMonth() === 0) ? 'year' : 'month';
};

/** The year where it begins to hold, and only there. */
function wordsOf(at: Date, before: Date | undefined, grain: Grain): string {
  const year = at.getUTCFullYear();
  if (grain === 'year') return String(year);
  const month = monthName(at.getUTCMonth());
  const words = grain === 'day' ? `${at.getUTCDate()} ${month}` : month;
  return before?.getUTCFullYear() === year ? words : `${words} ${year}`;
}

/** Round days, at least two where there are as many; of few days hours are proposed as well. */
function daysNear(x: DayScale, wanted: number): readonly Date[] {
  const near = (count: number) => x.ticks(count).filter(t => t.getTime() % DAY_MS === 0);
  const tries = [1, 2, 4].map(more => near(wanted * more));
  return tries.find(days => days.length > 1) ?? tries[0] ?? [];
}

interface Named {
  readonly at: Date;
  /** Given the one named before it. */
  readonly textAfter: (before: Date | undefined) => string;
}

/** Days that an axis names, none so near another that their texts touch; `width` is the sheet's. */
export function dayTicks(x: DayScale, size: number, width: number): readonly DayTick[] {
  const [from = 0, to = 0] = x.range();
  const wanted = Math.max(2, Math.floor((to - from) / (size * 7)));
  const days = daysNear(x, wanted);
  const grain = grainOf(days);
  const named = days.map(at => ({ at, textAfter: (before: Date | undefined) => wordsOf(at, before, grain) }));
  return placed(x, named, size, width);
}

/** The years of these days alone, where each stands for its year. */
export const yearTicks = (
  x: DayScale,
  days: readonly string[],
  size: number,
  width: number,
): readonly DayTick[] => {
  const named = [...new Set(days)]
    .toSorted()
    .map(day => ({ at: new Date(timeOf(day)), textAfter: () => day.slice(0, 4) }));
  return placed(x, named, size, width);
};

function placed(x: DayScale, all: readonly Named[], size: number, width: number): readonly DayTick[] {
  const named: DayTick[] = [];
  let end = -Infinity;
  let before: Date | undefined;
  for (const { at, textAfter } of all) {
    const text = textAfter(before);
    const half = textWidth(text, size) / 2;
    const place = x(at);
    const textX = Math.min(Math.max(place, half), Math.max(half, width - half));
    if (textX - half < end) continue;
    named.push({ x: round(place), textX: round(textX), text });
    end = textX + half + size * 0.6;
    before = at;
  }
  return named;
}

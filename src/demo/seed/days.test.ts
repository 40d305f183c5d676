import { expect, it } from 'vitest';
import { completeness } from '../../domain/kinds/completeness.ts';
import { FIRST_KINDS } from '../../domain/kinds/index.ts';
import { daysBetween, localDay } from '../../domain/kit/calendar.ts';
import { AWARDED_PROJECTS } from './awarded.ts';
import { HALF_YEAR_PROJECTS } from './half-year.ts';
import { DEMO_PROJECTS, type DemoProject } from './projects.ts';
import { demoSections } from './sections.ts';

const ALL: readonly DemoProject[] = [...DEMO_PROJECTS, ...AWARDED_PROJECTS, ...HALF_YEAR_PROJECTS];
const NOON = new Date('2027-03-01T15:00:00Z').getTime();
/** Days around the turns of the months of two years, one of them with a 29th of February: months are not all as long. */
const DAYS = Array.from({ length: 731 }, (_, n) => new Date(NOON + n * 86_400_000)).filter(day =>
  /-(0[1-2]|15|2[8-9]|3\d)$/.test(localDay(day)),
);
const datesOf = (p: DemoProject, now: Date) => {
  const { startDate, endDate } = demoSections(p, now).identification ?? {};
  return { from: String(startDate), to: String(endDate) };
};

/** What of the demo would be refused if it began on this day. */
function problems(p: DemoProject, now: Date): string[] {
  const today = localDay(now);
  const { from, to } = datesOf(p, now);
  const isSent = p.steps.length > 0;
  const { missing } = completeness(FIRST_KINDS[p.kind], demoSections(p, now), {
    ...{ files: [], call: null, previousStatus: null, amountTyped: false },
  });
  // Without its call, all that a fund pays is wrong.
  const lacking = missing.filter(m => !m.path.endsWith('.source'));
  const found = isSent ? lacking.map(m => `${m.section}.${m.path}: ${m.message}`) : [];
  const ago = (day: string) => daysBetween(day, today);
  const done = [...(p.execution?.activities ?? []), ...(p.execution?.measuring.measurements ?? [])];
  if (done.some(d => d.ago < 0 || d.ago > ago(from)))
    found.push('recorded before it began, or later than today');
  const planned = (p.execution?.plan ?? []).flatMap(i => [i.from, i.to]);
  const announced = (p.execution?.sessions ?? []).map(session => session.ago);
  if ([...planned, ...announced].some(day => day > ago(from) || day < ago(to)))
    found.push('planned outside of its dates');
  const { call } = p.award ?? {};
  if (call && (ago(from) > call.from || ago(to) < call.to)) found.push('outside of the call');
  return found.map(what => `${today} ${p.title}: ${what}`);
}

it('could begin on any day: what it tells fits the dates of its projects', () => {
  const found = DAYS.flatMap(now => ALL.flatMap(p => problems(p, now)));
  expect(found.slice(0, 20)).toEqual([]);
});

it('tells reports one after the other, each decided after it was sent', () => {
  for (const { execution } of ALL) {
    const days = (execution?.reports ?? []).flatMap(r => [r.ago, ...(r.verdicts ?? []).map(v => v.ago)]);
    expect(days).toEqual(days.toSorted((a, b) => b - a));
  }
});

it('keeps running what is to run, and one ends within days', () => {
  const ends = DAYS.map(now => {
    const today = localDay(now);
    return HALF_YEAR_PROJECTS.filter(p => p.kind === 'exts').map(p =>
      daysBetween(today, datesOf(p, now).to),
    )[0];
  });
  expect(Math.min(...ends.map(Number))).toBeGreaterThanOrEqual(2);
  expect(Math.max(...ends.map(Number))).toBeLessThanOrEqual(7);
});

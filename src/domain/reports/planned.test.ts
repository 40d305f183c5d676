import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween, endOfDay } from '../kit/calendar.ts';
import { reportDates } from './dates.ts';
import { observableParts } from './gaps.ts';
import {
  acceptedReports,
  type KeptReport,
  nextReport,
  type Planning,
  plannedReports,
  undatedReports,
} from './planned.ts';
import { isAcceptedReport, isSubmittedReport, REPORT_STATES, type ReportState } from './report-states.ts';

const YEAR = { startDate: '2027-03-01', endDate: '2027-12-31' };
const releasedBy = (...reports: (number | null)[]) => reports.map(report => ({ report }));

describe('days of the progress reports of a call', () => {
  const errorsOf = (days: unknown) =>
    reportDates.safeParse(days).error?.issues.map(i => [i.path.join('.'), i.message]) ?? [];

  it('follow each other, at most twenty', () => {
    expect(errorsOf([])).toEqual([]);
    expect(errorsOf(['2027-06-30', '2027-09-30'])).toEqual([]);
    expect(errorsOf(['2027-06-30', '2027-06-30', '2027-05-01'])).toEqual([
      ['1', 'El informe 2 vence después del informe 1.'],
      ['2', 'El informe 3 vence después del informe 2.'],
    ]);
    expect(errorsOf(Array.from({ length: 21 }, (_, n) => `2027-01-${n + 10}`))).toHaveLength(1);
  });
  it('are told where one is missing', () => {
    expect(errorsOf(['2027-06-30', '', null]).map(([path]) => path)).toEqual(['1', '2']);
  });
});

describe('the progress reports of a project', () => {
  const plan = (more: Partial<Parameters<typeof plannedReports>[0]>) =>
    plannedReports({ kind: { progressReports: [50] }, call: null, ...YEAR, ...more }).map(r => r.dueOn);

  it('are those of its call, else those of its kind', () => {
    expect(plan({})).toEqual(['2027-08-01']);
    expect(plan({ call: { reportDates: [], instalments: [] } })).toEqual(['2027-08-01']);
    expect(plan({ call: { reportDates: ['2027-06-30', '2027-09-30'], instalments: [] } })).toEqual([
      '2027-06-30',
      '2027-09-30',
    ]);
  });
  it('have no day where only an instalment names them, or the project has no dates', () => {
    const call = { reportDates: ['2027-06-30'], instalments: releasedBy(null, 1, 3) };
    expect(plan({ call })).toEqual(['2027-06-30', null, null]);
    expect(plan({ endDate: null })).toEqual([null]);
    expect(plan({ historic: true })).toEqual([]);
  });
  it('follow each other within the time of the project', () => {
    const percents = fc
      .uniqueArray(fc.integer({ min: 1, max: 99 }), { maxLength: 20 })
      .map(all => all.sort((a, b) => a - b));
    fc.assert(
      fc.property(percents, fc.integer({ min: 0, max: 900 }), (progressReports, length) => {
        const endDate = addDays(YEAR.startDate, length);
        const found = plan({ kind: { progressReports }, endDate });
        expect(found).toHaveLength(progressReports.length);
        found.forEach((day, n) => {
          expect(day !== null && day >= YEAR.startDate && day <= endDate).toBe(true);
          if (n > 0) expect(daysBetween(found[n - 1] ?? '', day ?? '')).toBeGreaterThanOrEqual(0);
        });
      }),
    );
  });
  it('that release money without a day are told', () => {
    expect(undatedReports(releasedBy(null, 1, 3, 3, 2), 1)).toEqual([2, 3]);
    expect(undatedReports(releasedBy(null, 1), 1)).toEqual([]);
  });
});

const planned = (more: Partial<Planning>) =>
  plannedReports({ kind: { progressReports: [] }, call: null, ...YEAR, ...more });
const call = (dates: readonly string[], ...reports: (number | null)[]) => ({
  reportDates: dates,
  instalments: releasedBy(...reports),
});
const kept = (number: number, state: ReportState, dueAt: string | null = null): KeptReport => ({
  ...{ number, state, dueAt },
});

describe('the report to be sent first', () => {
  const two = planned({ call: call(['2027-05-01', '2027-08-01']) });
  it('is the next that is not sent', () => {
    const due = (number: number, day: string) => ({ number, due: endOfDay(day) });
    expect(nextReport(two, [])).toEqual(due(1, '2027-05-01'));
    expect(nextReport(two, [kept(1, 'draft')])).toEqual(due(1, '2027-05-01'));
    expect(nextReport(two, [kept(1, 'submitted')])).toEqual(due(2, '2027-08-01'));
    expect(nextReport(two, [kept(2, 'submitted')])).toEqual(due(1, '2027-05-01'));
    expect(nextReport(two, [kept(1, 'accepted'), kept(2, 'submitted')])).toBeNull();
    expect(nextReport([], [])).toBeNull();
    expect(nextReport(planned({ call: call([], 2) }), [])).toBeNull();
  });
  it('or one that came back, by the days it was given', () => {
    const back = kept(1, 'returned', '2027-06-10T03:59:59.999Z');
    expect(nextReport(two, [back])).toEqual({ number: 1, due: new Date('2027-06-10T03:59:59.999Z') });
    expect(nextReport(two, [kept(1, 'returned', '2027-09-10T03:59:59.999Z')])).toEqual({
      ...{ number: 2, due: endOfDay('2027-08-01') },
    });
    // Only an instalment names it.
    const undated = planned({ call: call([], 1) });
    expect(nextReport(undated, [back])?.number).toBe(1);
  });
  it('is never one that waits or counts, and none is due before it', () => {
    const anyReport = fc.record({
      number: fc.integer({ min: 1, max: 5 }),
      state: fc.constantFrom(...REPORT_STATES),
      dueAt: fc.integer({ min: 0, max: 300 }).map(n => endOfDay(addDays('2027-03-01', n)).toISOString()),
    });
    const anyDates = fc
      .uniqueArray(fc.integer({ min: 0, max: 300 }), { maxLength: 5 })
      .map(all => all.sort((a, b) => a - b).map(n => addDays('2027-03-01', n)));
    fc.assert(
      fc.property(fc.uniqueArray(anyReport, { selector: r => r.number }), anyDates, (reports, dates) => {
        const all = planned({ call: call(dates, 5) });
        const next = nextReport(all, reports);
        const isOver = (number: number) => {
          const report = reports.find(r => r.number === number);
          return report !== undefined && (isSubmittedReport(report) || isAcceptedReport(report));
        };
        if (next) expect(isOver(next.number)).toBe(false);
        for (const { number, dueOn } of all) {
          const isBack = reports.some(r => r.number === number && r.state === 'returned');
          if (dueOn === null || isBack || isOver(number)) continue;
          expect(next && next.due <= endOfDay(dueOn)).toBe(true);
        }
      }),
    );
  });
});

it('what is accepted releases, and nothing else', () => {
  const reports = [kept(1, 'accepted'), kept(2, 'submitted'), kept(3, 'returned'), kept(4, 'draft')];
  expect(acceptedReports([...reports, { number: null, state: null, dueAt: null }])).toEqual([1]);
});

describe('what may be observed', () => {
  it('is what a report asks for, what was recorded and its photos', () => {
    expect(observableParts(1).map(p => p.value)).toEqual(['results', 'difficulties', 'recorded', 'photos']);
    expect(observableParts(null)).toHaveLength(9);
  });
});

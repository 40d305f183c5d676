import { describe, expect, it } from 'vitest';
import { observableParts } from './gaps.ts';
import { plannedReports, reportDates, undatedReports } from './planned.ts';

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
  it('that release money without a day are told', () => {
    expect(undatedReports(releasedBy(null, 1, 3, 3, 2), 1)).toEqual([2, 3]);
    expect(undatedReports(releasedBy(null, 1), 1)).toEqual([]);
  });
});

describe('what may be observed', () => {
  it('is what a report asks for, what was recorded and its photos', () => {
    expect(observableParts(1).map(p => p.value)).toEqual(['results', 'difficulties', 'recorded', 'photos']);
    expect(observableParts(null)).toHaveLength(9);
  });
});

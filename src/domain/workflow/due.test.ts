import { describe, expect, it } from 'vitest';
import { FIRST_KINDS } from '../kinds/index.ts';
import { STATUSES } from '../kinds/statuses.ts';
import { localDay } from '../kit/calendar.ts';
import type { KeptReport } from '../reports/planned.ts';
import { type DueQuestion, dueAt, REPORT_CORRECTION_DAYS, reportToSend } from './due.ts';

const QUESTION: DueQuestion = {
  ...{ kind: FIRST_KINDS.fexs, status: 'running', subStep: null, holidays: new Set<string>() },
  ...{ since: new Date('2027-03-01T15:00:00Z'), startDate: '2027-03-01', endDate: '2027-12-31' },
  call: { reportDates: ['2027-06-30', '2027-09-30'], instalments: [] },
};
const report = (
  number: number | null,
  state: KeptReport['state'],
  dueAt: string | null = null,
): KeptReport => ({ number, state, dueAt });
function asked(more: Partial<DueQuestion> = {}) {
  const question = { ...QUESTION, ...more };
  const due = dueAt(question);
  return [due && localDay(due), reportToSend(question)];
}

describe('what a running project is due with', () => {
  it('is its next progress report, then the final one', () => {
    expect(asked()).toEqual(['2027-06-30', 1]);
    expect(asked({ reports: [report(1, 'submitted')] })).toEqual(['2027-09-30', 2]);
    expect(asked({ reports: [report(1, 'accepted'), report(2, 'submitted')] })).toEqual(['2028-02-11', null]);
    expect(asked({ reports: [report(null, null)] })).toEqual(['2027-06-30', 1]);
  });
  it('is one that came back once it is to be sent again', () => {
    const back = report(1, 'returned', '2027-07-15T03:59:59.999Z');
    expect(asked({ reports: [back] })).toEqual(['2027-07-14', 1]);
    expect(asked({ reports: [report(2, 'accepted'), back] })).toEqual(['2027-07-14', 1]);
  });
  it('is the final one where it is due first, or was sent back', () => {
    expect(asked({ endDate: '2027-04-01' })).toEqual(['2027-05-13', null]);
    const sent = new Date('2027-03-01T15:00:00Z');
    const [day, number] = asked({ subStep: 'office', since: sent });
    expect([day, number]).toEqual(['2027-03-15', null]);
    expect(REPORT_CORRECTION_DAYS).toBe(10);
  });
  it('is nothing of a project from before, nor without any date', () => {
    expect(asked({ historic: true })).toEqual([null, null]);
    expect(asked({ endDate: null, call: null })).toEqual([null, null]);
    expect(asked({ endDate: null, startDate: null })).toEqual(['2027-06-30', 1]);
  });
  it('follows its own dates where its kind names parts of its time', () => {
    const kind = { ...FIRST_KINDS.fexs, progressReports: [50] };
    expect(asked({ kind, call: null })).toEqual(['2027-08-01', 1]);
    expect(asked({ kind, call: null, endDate: '2027-05-01' })).toEqual(['2027-04-01', 1]);
  });
});

it('reports are due of a running project alone', () => {
  for (const status of STATUSES.filter(s => s !== 'running')) {
    const due = (more: Partial<DueQuestion>) => dueAt({ ...QUESTION, status, ...more })?.getTime();
    expect(due({}), status).toBe(due({ reports: [report(1, 'accepted')], call: null }));
    expect(reportToSend({ ...QUESTION, status })).toBeNull();
  }
});

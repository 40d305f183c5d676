import { expect, test } from 'vitest';
import { APPEAL_SHOWN, isAppealable } from './calls/appeals.ts';
import { ADMITTED, CALL_COUNTS, RANKED, UNDER_WAY } from './calls/proposals.ts';
import { ACTIVE_REVIEWS, WAITING_REVIEWS } from './calls/review-states.ts';
import { STEP_STATUSES } from './kinds/definition.ts';
import { FIRST_KINDS } from './kinds/index.ts';
import type { Status } from './kinds/statuses.ts';
import * as sets from './kinds/statuses.ts';
import { LAPSING } from './workflow/automatic.ts';
import { DATED, dueAt } from './workflow/due.ts';
import { APPEALABLE, REOPENED, RETURNABLE, SENT_BACK } from './workflow/transitions.ts';

const { STATUSES } = sets;
const STEPS = ['director_review', 'dean_review', 'admissibility', 'evaluation', 'resolution'];
const SENT = [...STEPS, 'returned'];
const EXECUTION = ['running', 'suspended', 'final_report', 'closed'];

/** What the table and its attributes come to, in words: who adds a status sees here where it goes along. */
test.for<[string, readonly string[], readonly string[]]>([
  ['WRITING', sets.WRITING, ['draft', 'returned']],
  ['REVIEW_STEPS', sets.REVIEW_STEPS, STEPS.slice(0, 3)],
  ['UNIT_REVIEWS', sets.UNIT_REVIEWS, ['director_review', 'dean_review']],
  ['REVIEWED', sets.REVIEWED, [...STEPS, 'final_report']],
  ['BEFORE_EVALUATION', sets.BEFORE_EVALUATION, ['draft', ...STEPS.slice(0, 3), 'returned']],
  ['CONTEST', sets.CONTEST, ['evaluation', 'resolution']],
  ['RESOLVED', sets.RESOLVED, ['waitlisted', 'approved', ...EXECUTION, 'not_awarded']],
  ['AWARDED', sets.AWARDED, ['approved', ...EXECUTION]],
  ['STARTED', sets.STARTED, EXECUTION],
  ['PRECEDING', sets.PRECEDING, ['running', 'final_report', 'closed']],
  ['FILLED_IN', sets.FILLED_IN, ['draft', 'returned', 'approved', 'running']],
  ['CHANGEABLE', sets.CHANGEABLE, ['approved', 'running']],
  ['UNDECIDED', sets.UNDECIDED, SENT],
  ['STOPPED', sets.STOPPED, ['returned', 'suspended', 'rejected', 'withdrawn', 'cancelled']],
  ['RETURNABLE', RETURNABLE, [...STEPS.slice(0, 3), 'final_report']],
  ['SENT_BACK', SENT_BACK, ['returned', 'running']],
  ['APPEALABLE', APPEALABLE, ['rejected', 'not_awarded']],
  ['REOPENED', REOPENED, ['admissibility', 'resolution']],
  ['LAPSING', LAPSING, ['returned', 'waitlisted']],
  ['UNDER_WAY', UNDER_WAY, SENT.filter(s => s !== 'resolution')],
  ['ADMITTED', ADMITTED, [...STEPS.slice(3), 'waitlisted', 'approved', ...EXECUTION, 'not_awarded']],
  ['RANKED', RANKED, ['resolution', 'waitlisted', 'approved', ...EXECUTION, 'not_awarded']],
  ['WAITING_REVIEWS', WAITING_REVIEWS, ['invited', 'accepted']],
  ['ACTIVE_REVIEWS', ACTIVE_REVIEWS, ['invited', 'accepted', 'confirmed']],
])('%s', ([, set, words]) => {
  expect(set).toEqual(words);
});

test('steps of a kind are those that a project is reviewed and weighed in', () => {
  expect([...sets.REVIEW_STEPS, ...sets.CONTEST]).toEqual(STEP_STATUSES);
});

test('the dates of a project are those it is due by in just these', () => {
  const due = (status: sets.Status, day: string) =>
    dueAt({
      ...{ kind: FIRST_KINDS.fexs, status, subStep: null, since: new Date('2026-01-05T12:00:00Z') },
      ...{ startDate: day, endDate: day, holidays: new Set() },
    })?.getTime();
  expect(STATUSES.filter(s => due(s, '2026-03-02') !== due(s, '2026-06-01'))).toEqual(DATED);
});

test('a proposal is counted once at most on the page of its call', () => {
  const counted = Object.values(CALL_COUNTS).flat();
  expect(new Set(counted).size).toBe(counted.length);
  expect(STATUSES.filter(s => !counted.includes(s))).toEqual(['suspended', 'withdrawn', 'cancelled']);
});

test('a rejection can be appealed only where it says that the proposal was not admissible', () => {
  const of = (dismissed: boolean, decidedFrom: Status = 'resolution') =>
    STATUSES.filter(status => isAppealable({ status, dismissed, decidedFrom }));
  expect([of(true), of(false)]).toEqual([['rejected', 'not_awarded'], ['not_awarded']]);
  // The end of the waitlist judges nothing.
  expect(of(false, 'waitlisted')).toEqual([]);
  expect(STATUSES.filter(s => APPEAL_SHOWN.includes(s))).toEqual([
    'admissibility',
    'resolution',
    'waitlisted',
    'approved',
    'rejected',
    'not_awarded',
  ]);
});

import { describe, expect, it } from 'vitest';
import { PEOPLE, project } from '../../../test/subjects.ts';
import { STATUSES } from '../kinds/statuses.ts';
import { TRANSITIONS, type Transition } from '../workflow/transitions.ts';
import { can } from './can.ts';
import { concernsCall } from './part-taking.ts';
import type { ProjectSubject } from './subject.ts';

const RIVAL = { code: 'FEX-2026-0004', last: false };
const ROWS: readonly Transition[] = TRANSITIONS;
const decides = ({ who }: Transition) => who.includes('admin') || who.includes('holder');
const cases = ROWS.filter(decides).flatMap(row =>
  (row.from === 'any' ? STATUSES : row.from).map(status => [row.action, status, row] as const),
);
/** Everything fulfilled, and held by the office where it may hold it. */
const at = (status: (typeof STATUSES)[number], more: Partial<ProjectSubject>) =>
  project(status, {
    ...{ holderIds: [], officeTurn: true, deputies: [] },
    ...(status === 'final_report' && { subStep: 'office' as const }),
    ...more,
  });

describe.each(cases)('%s at %s, by the office', (action, status, row) => {
  it('is nobody’s who takes part', () => {
    for (const part of ['officeInTeam', 'officeLead'] as const) {
      const subject = at(status, { partIds: [PEOPLE[part].id] });
      expect(can(PEOPLE[part], action, subject)).toMatchObject({ allowed: false });
      expect(can(PEOPLE[part], action, { ...subject, lastAdmin: true })).toMatchObject({ lastResort: true });
    }
  });

  it('is nobody’s with a proposal of the same call, where it concerns the call', () => {
    const free = can(PEOPLE.office, action, at(status, {}));
    const verdict = can(PEOPLE.office, action, at(status, { rival: RIVAL }));
    expect(free).toMatchObject({ allowed: true });
    if (!concernsCall(row)) expect(verdict).toEqual(free);
    else {
      expect(verdict).toMatchObject({ allowed: false, reason: expect.stringContaining(RIVAL.code) });
      const last = can(PEOPLE.office, action, at(status, { rival: { ...RIVAL, last: true } }));
      expect(last).toMatchObject({ allowed: true, lastResort: true });
    }
  });
});

it('what settles nothing between proposals is the execution alone', () => {
  expect([...new Set(cases.filter(([, , row]) => !concernsCall(row)).map(([action]) => action))]).toEqual([
    'accept_final_report',
    'return_final_report',
    'suspend',
    'resume',
  ]);
});

describe('a competitor', () => {
  it.each(['submit', 'withdraw', 'renounce', 'start'] as const)('is not made to %s by the office', action => {
    const status = {
      submit: 'returned',
      withdraw: 'evaluation',
      renounce: 'approved',
      start: 'approved',
    } as const;
    const subject = project(status[action], {});
    expect(can(PEOPLE.office, action, subject)).toMatchObject({ allowed: true, onBehalf: true });
    expect(can(PEOPLE.office, action, { ...subject, rival: RIVAL })).toMatchObject({ allowed: false });
  });

  it('is endorsed by its head, whatever else they have in the call', () => {
    const holder = { ...PEOPLE.holder, roles: ['Director', 'Admin'] as const };
    const subject = project('director_review', { rival: RIVAL });
    for (const action of ['endorse', 'return', 'reject'] as const)
      expect(can(holder, action, subject)).toMatchObject({ allowed: true });
  });

  it('is written in by the office before it is sent, and not after', () => {
    const draft = project('draft', { rival: RIVAL, submittedAt: null });
    expect(can(PEOPLE.office, 'edit:budget', draft).allowed).toBe(true);
    for (const status of ['returned', 'admissibility', 'evaluation', 'approved'] as const)
      expect(can(PEOPLE.office, 'edit:budget', project(status, { rival: RIVAL })).allowed).toBe(false);
  });
});

it('a decision is not taken back by who has come to take part since', () => {
  const last = {
    id: 2,
    actorId: PEOPLE.office.id,
    at: project('rejected').now,
    action: 'reject',
    undoable: true,
    tooLate: null,
  };
  const rejected = project('rejected', { lastTransition: last });
  expect(can(PEOPLE.office, 'undo', rejected).allowed).toBe(true);
  expect(can(PEOPLE.office, 'undo', { ...rejected, partIds: [PEOPLE.office.id] }).allowed).toBe(false);
});

it('the team takes back what it sent itself', () => {
  const last = {
    id: 2,
    actorId: PEOPLE.lead.id,
    at: project('draft').now,
    action: 'submit',
    undoable: true,
    tooLate: null,
  };
  expect(can(PEOPLE.lead, 'undo', project('director_review', { lastTransition: last })).allowed).toBe(true);
});

import { describe, expect, it } from 'vitest';
import { PEOPLE, PERSONAS, type Persona, project } from '../../../test/subjects.ts';
import { STATUSES } from '../kinds/statuses.ts';
import type { Actor } from '../kit/actor.ts';
import type { Verdict } from '../kit/verdict.ts';
import { REPORT_STATES } from '../reports/report-states.ts';
import {
  finalDecisionRefusal,
  hasReports,
  judgeReportDecision,
  judgeReportEdit,
  mayReadReports,
  REPORTS_DECIDED,
  REPORTS_WRITTEN,
  reportHolders,
} from './reports.ts';
import type { ProjectSubject } from './subject.ts';

const ACTIVE = PERSONAS.filter(p => PEOPLE[p].state === 'active');
const who = (holds: (persona: Persona) => boolean) => ACTIVE.filter(holds).sort();
const idsOf = (people: readonly Persona[]) => people.map(p => PEOPLE[p].id);
const isHidden = (verdict: Verdict) => !verdict.allowed && verdict.hidden === true;

describe('who reads reports', () => {
  it('is who reads all of a project that has begun', () => {
    expect(who(p => mayReadReports(PEOPLE[p], project('running')))).toEqual([
      ...['alternate', 'holder', 'holderInTeam', 'lead', 'member', 'office', 'officeInTeam', 'officeLead'],
      ...['otherDean', 'otherHead', 'reviewer'],
    ]);
    expect(STATUSES.filter(status => hasReports({ status }))).toEqual([
      ...['running', 'suspended', 'final_report', 'closed', 'cancelled'],
    ]);
    expect(mayReadReports(PEOPLE.lead, project('approved'))).toBe(false);
  });
});

describe('who writes and sends a report', () => {
  it('are lead and alternate, or the office for them where it is not in the team', () => {
    const draft = { state: 'draft' } as const;
    const judge = (p: Persona) => judgeReportEdit(PEOPLE[p], project('running'), draft);
    expect(who(p => judge(p).allowed)).toEqual(['alternate', 'lead', 'office', 'officeLead']);
    expect(judge('office')).toEqual({ allowed: true, onBehalf: true });
    for (const p of ['member', 'holder', 'officeInTeam', 'stranger'] as const)
      expect(isHidden(judge(p)), p).toBe(true);
  });
  it('while it is theirs to write, and the project runs or stands still', () => {
    const states = REPORT_STATES.filter(
      state => judgeReportEdit(PEOPLE.lead, project('running'), { state }).allowed,
    );
    expect(states).toEqual(['draft', 'returned']);
    const statuses = STATUSES.filter(
      s => judgeReportEdit(PEOPLE.lead, project(s), { state: 'returned' }).allowed,
    );
    expect([statuses, REPORTS_WRITTEN]).toEqual([
      ['running', 'suspended'],
      ['running', 'suspended'],
    ]);
    expect(isHidden(judgeReportEdit(PEOPLE.lead, project('closed'), { state: 'draft' }))).toBe(false);
  });
});

const head = (persona: Persona) => ({ userId: PEOPLE[persona].id, principalId: null });
const HEADS = {
  directors: [head('holder'), head('otherHead'), head('holderInTeam')],
  deans: [head('otherDean')],
};
const NOBODY = { directors: [], deans: [] };
const FREE: readonly Persona[] = ['office', 'officeLead'];

interface Case {
  readonly makers?: readonly Persona[];
  readonly heads?: Parameters<typeof reportHolders>[0];
  readonly step?: 'director' | 'office';
  readonly free?: readonly Persona[];
  readonly s?: ProjectSubject;
}
function decide(
  p: Persona,
  { makers = ['lead'], heads = HEADS, step = 'director', free = FREE, s = project('running') }: Case = {},
) {
  const makerIds = idsOf(makers);
  const holders = step === 'director' ? reportHolders(heads, s, makerIds) : null;
  return judgeReportDecision(PEOPLE[p], s, { makerIds, holders, freeIds: idsOf(free) });
}
const deciders = (given: Case = {}) => who(p => decide(p, given).allowed);

describe('who decides a report that waits', () => {
  it('are the Directors of the school who take no part and have not written it, then the office', () => {
    expect(deciders()).toEqual(['holder', 'otherHead']);
    expect(deciders({ makers: ['lead', 'otherHead'] })).toEqual(['holder']);
    expect(deciders({ step: 'office' })).toEqual(['office', 'officeLead']);
  });
  it('is the Dean where no Director may, then the office', () => {
    const heads = { ...HEADS, directors: [head('holderInTeam')] };
    expect(deciders({ heads })).toEqual(['otherDean']);
    expect(deciders({ heads, makers: ['otherDean'] })).toEqual(['office', 'officeLead']);
    expect(deciders({ heads: NOBODY })).toEqual(['office', 'officeLead']);
  });
  it('is a deputy in place of a head, unless either has a part in it', () => {
    const heads = { directors: [{ userId: 'stranger', principalId: 'holder' }], deans: [] };
    expect(deciders({ heads })).toEqual(['stranger']);
    expect(deciders({ heads, makers: ['holder'] })).toEqual(['office', 'officeLead']);
    const ofTeam = { directors: [{ userId: 'stranger', principalId: 'holderInTeam' }], deans: [] };
    expect(deciders({ heads: ofTeam })).toEqual(['office', 'officeLead']);
  });
  it('of the office nobody who wrote it or takes part, unless nobody else is left', () => {
    for (const given of [{ step: 'office' }, { heads: NOBODY }] as const) {
      expect(deciders({ ...given, makers: ['lead', 'office'] })).toEqual(['officeLead']);
      expect(decide('office', { ...given, makers: ['office'] })).toMatchObject({
        ...{ allowed: false, reason: 'Tú escribiste una parte de este informe: decide otra persona.' },
      });
      expect(decide('officeInTeam', given)).toMatchObject({
        ...{ allowed: false, reason: expect.stringContaining('integras') },
      });
      const alone = { ...given, makers: ['office'], free: ['office'] } as const;
      expect(decide('office', alone)).toEqual({ allowed: true, lastResort: true });
      // All who are free wrote some of it.
      const both = { ...given, makers: ['office', 'officeLead'] } as const;
      for (const p of FREE) expect(decide(p, both)).toEqual({ allowed: true, lastResort: true });
      const last = project('running', { lastAdmin: true });
      expect(decide('officeInTeam', { ...given, s: last, free: [] })).toEqual({
        ...{ allowed: true, lastResort: true },
      });
      // Who takes part is not the last one for having written it: others are free.
      expect(decide('officeInTeam', { ...given, makers: ['officeInTeam'] }).allowed).toBe(false);
    }
  });
  it('until the project has ended', () => {
    for (const [p, step] of [
      ['holder', 'director'],
      ['office', 'office'],
    ] as const) {
      const statuses = STATUSES.filter(status => decide(p, { step, s: project(status) }).allowed);
      expect(statuses).toEqual(['running', 'suspended', 'final_report']);
      expect(statuses).toEqual(REPORTS_DECIDED);
      expect(isHidden(decide(p, { step, s: project('closed') }))).toBe(false);
    }
  });
  it('is not offered to anybody else', () => {
    for (const p of ['lead', 'stranger', 'reviewer', 'office', 'headElsewhere', 'otherDean'] as const)
      expect(isHidden(decide(p)), p).toBe(true);
    for (const p of ['lead', 'holder', 'otherDean'] as const)
      expect(isHidden(decide(p, { step: 'office' })), p).toBe(true);
  });
});

describe('who wrote a part of the final report', () => {
  const office: Actor = {
    ...{ id: 'a', name: 'A', email: 'a@uni.example', roles: ['Admin'], state: 'active', homeSchoolId: null },
    ...{ directs: [], heads: [], headsSchools: [], fillsIn: false },
  };
  const refused = (actor: Actor, makerIds: string[], deciderIds: string[]) =>
    finalDecisionRefusal(actor, { makerIds, deciderIds }) !== null;

  it('leaves it to whoever did not, and decides it where nobody else of the office could', () => {
    expect(refused(office, ['lead'], ['a', 'b'])).toBe(false);
    expect(refused(office, ['lead', 'a'], ['a', 'b'])).toBe(true);
    expect(refused(office, ['lead', 'a', 'b'], ['a', 'b'])).toBe(false);
    expect(refused(office, ['lead', 'a'], ['a'])).toBe(false);
    expect(refused({ ...office, roles: ['Director'] }, ['a'], ['a'])).toBe(true);
  });
});

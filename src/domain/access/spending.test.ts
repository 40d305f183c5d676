import { describe, expect, it } from 'vitest';
import { PEOPLE, PERSONAS, type Persona, project } from '../../../test/subjects.ts';
import { ACCOUNTED, AWARDED, PAYABLE, STATUSES, type Status } from '../kinds/statuses.ts';
import type { Verdict } from '../kit/verdict.ts';
import { EXPENSE_STATES, type ExpenseState } from '../spending/expense-states.ts';
import {
  hasSpending,
  judgeAccounting,
  judgeExpenseChange,
  judgeExpenseRemoval,
  judgeMoneyDecision,
  judgePayment,
  judgeSpending,
  mayReadSpending,
} from './spending.ts';
import type { ProjectSubject } from './subject.ts';

const ACTIVE = PERSONAS.filter(p => PEOPLE[p].state === 'active');
const who = (holds: (persona: Persona) => boolean) => ACTIVE.filter(holds).sort();
const statusesOf = (judge: (s: ProjectSubject) => Verdict) =>
  STATUSES.filter(status => judge(project(status)).allowed).sort();
const reasonOf = (verdict: Verdict) => (verdict.allowed ? null : verdict.reason);
const isHidden = (verdict: Verdict) => !verdict.allowed && verdict.hidden === true;
const OPEN = ['approved', 'cancelled', 'final_report', 'running', 'suspended'];
const OFFICE: Persona[] = ['office', 'officeLead'];
const TEAM: Persona[] = ['alternate', 'holderInTeam', 'lead', 'member', 'officeInTeam'];

describe('money is read', () => {
  it('by lead, alternate, team and office, whatever the status', () => {
    for (const status of STATUSES)
      expect(who(p => mayReadSpending(PEOPLE[p], project(status)))).toEqual([...TEAM, ...OFFICE].sort());
  });
  it('where a project was awarded, or cancelled', () => {
    expect(STATUSES.filter(status => hasSpending({ status })).sort()).toEqual(
      [...new Set([...AWARDED, ...ACCOUNTED])].sort(),
    );
    expect(hasSpending({ status: 'closed' })).toBe(true);
    expect(hasSpending({ status: 'withdrawn' })).toBe(false);
  });
});

describe('an expense is recorded', () => {
  it('by the team, or the office for it, from the approval to the close and when it was cancelled', () => {
    expect(statusesOf(s => judgeSpending(PEOPLE.member, s))).toEqual(OPEN);
    expect([...ACCOUNTED].sort()).toEqual(OPEN);
    expect(who(p => judgeSpending(PEOPLE[p], project('cancelled')).allowed)).toEqual(
      [...TEAM, ...OFFICE].sort(),
    );
    expect(judgeSpending(PEOPLE.office, project('running'))).toEqual({ allowed: true, onBehalf: true });
    expect(reasonOf(judgeSpending(PEOPLE.lead, project('closed')))).toBe(
      'El proyecto está cerrado: ya no se registran gastos ni rendiciones.',
    );
    expect(reasonOf(judgeSpending(PEOPLE.lead, project('draft')))).toBe(
      'Se rinde desde la aprobación hasta que el proyecto se cierra.',
    );
    expect(isHidden(judgeSpending(PEOPLE.stranger, project('running')))).toBe(true);
  });
});

describe('an expense that is there', () => {
  const by = (author: Persona, state: ExpenseState = 'recorded') => ({ state, authorId: PEOPLE[author].id });
  const changers = (e: ReturnType<typeof by>, status: Status = 'running') =>
    who(p => judgeExpenseChange(PEOPLE[p], project(status), e).allowed);
  it('is changed by who recorded it, lead, alternate, and the office that is not of the team', () => {
    expect(changers(by('member'))).toEqual(['alternate', 'lead', 'member', ...OFFICE]);
    expect(changers(by('lead'))).toEqual(['alternate', 'lead', ...OFFICE]);
    expect(changers(by('officeInTeam'), 'cancelled')).toEqual(
      ['alternate', 'lead', ...OFFICE, 'officeInTeam'].sort(),
    );
    // What somebody recorded who left the team is no longer theirs.
    expect(changers(by('stranger'))).toEqual(['alternate', 'lead', ...OFFICE]);
    expect(changers(by('member'), 'closed')).toEqual([]);
  });
  it('while the office has not got it, or has sent it back; it is removed before that alone', () => {
    const states = (judge: typeof judgeExpenseChange) =>
      EXPENSE_STATES.filter(state => judge(PEOPLE.lead, project('running'), by('lead', state)).allowed);
    expect(states(judgeExpenseChange)).toEqual(['recorded', 'observed']);
    expect(states(judgeExpenseRemoval)).toEqual(['recorded']);
    expect(reasonOf(judgeExpenseRemoval(PEOPLE.lead, project('running'), by('lead', 'observed')))).toBe(
      'Está en una rendición: sácalo de ella primero.',
    );
    expect(reasonOf(judgeExpenseRemoval(PEOPLE.lead, project('running'), by('lead', 'approved')))).toBe(
      'Está en una rendición: se cambia si la oficina lo observa.',
    );
    expect(isHidden(judgeExpenseChange(PEOPLE.member, project('running'), by('lead', 'approved')))).toBe(
      true,
    );
  });
});

describe('statements are sent and money given back', () => {
  it('by lead and alternate, or for them by the office that is not of the team', () => {
    const senders = (status: Status) => who(p => judgeAccounting(PEOPLE[p], project(status)).allowed);
    for (const status of ACCOUNTED) expect(senders(status)).toEqual(['alternate', 'lead', ...OFFICE]);
    for (const status of ['draft', 'evaluation', 'closed', 'withdrawn'] as const)
      expect(senders(status)).toEqual([]);
    expect(judgeAccounting(PEOPLE.office, project('running'))).toEqual({ allowed: true, onBehalf: true });
    for (const persona of ['member', 'officeInTeam', 'stranger'] as const)
      expect(isHidden(judgeAccounting(PEOPLE[persona], project('running')))).toBe(true);
    expect(isHidden(judgeAccounting(PEOPLE.lead, project('closed')))).toBe(false);
  });
});

describe('money is decided', () => {
  const decide = (persona: Persona, makers: readonly Persona[] = [], more: Partial<ProjectSubject> = {}) =>
    judgeMoneyDecision(
      PEOPLE[persona],
      project('running', more),
      makers.map(m => PEOPLE[m].id),
    );
  it('by the office that takes no part in the project, until it is closed', () => {
    expect(who(p => decide(p).allowed)).toEqual(OFFICE);
    expect(statusesOf(s => judgeMoneyDecision(PEOPLE.office, s, []))).toEqual(OPEN);
    expect(isHidden(decide('lead'))).toBe(true);
    expect(isHidden(decide('officeInTeam'))).toBe(false);
  });
  it('by nobody who made a part of it, but the last one there is', () => {
    expect(decide('office', ['officeLead']).allowed).toBe(true);
    expect(reasonOf(decide('office', ['office']))).toContain('Tú hiciste una parte de esto');
    expect(decide('office', ['office'], { lastAdmin: true })).toMatchObject({
      allowed: true,
      lastResort: true,
    });
    expect(decide('officeInTeam', [], { lastAdmin: true })).toMatchObject({
      allowed: true,
      lastResort: true,
    });
  });
});

describe('money is paid', () => {
  it('by the office that takes no part, once the project has started and until it is closed', () => {
    expect(statusesOf(s => judgePayment(PEOPLE.office, s))).toEqual([...PAYABLE].sort());
    expect(who(p => judgePayment(PEOPLE[p], project('running')).allowed)).toEqual(OFFICE);
    expect(isHidden(judgePayment(PEOPLE.lead, project('running')))).toBe(true);
    expect(reasonOf(judgePayment(PEOPLE.office, project('approved')))).toBe(
      'Se paga desde que el proyecto se inicia hasta que se cierra.',
    );
  });
});

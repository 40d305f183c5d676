import { describe, expect, it } from 'vitest';
import { PEOPLE, PERSONAS, type Persona, project } from '../../../test/subjects.ts';
import { MEASUREMENT_STATES, type MeasurementState } from '../execution/measurement-states.ts';
import { RECORDING, STATUSES, type Status } from '../kinds/statuses.ts';
import type { Verdict } from '../kit/verdict.ts';
import {
  holdsMeasurement,
  type JudgedMeasurement,
  judgeCorrection,
  judgeDecision,
  judgeMeasurementChange,
  measurementHolders,
} from './measurements.ts';
import type { ProjectSubject } from './subject.ts';

const ACTIVE = PERSONAS.filter(p => PEOPLE[p].state === 'active');
const who = (holds: (persona: Persona) => boolean) => ACTIVE.filter(holds).sort();
const OFFICE: Persona[] = ['office', 'officeLead'];
const by = (author: Persona, state: MeasurementState, updatedBy: Persona = author): JudgedMeasurement => ({
  ...{ state, authorId: PEOPLE[author].id, updatedById: PEOPLE[updatedBy].id },
});
const statusesOf = (judge: (s: ProjectSubject) => Verdict) =>
  STATUSES.filter(status => judge(project(status)).allowed);
const isHidden = (verdict: Verdict) => !verdict.allowed && verdict.hidden === true;

describe('who changes a measurement', () => {
  const changers = (m: JudgedMeasurement, status: Status = 'running') =>
    who(p => judgeMeasurementChange(PEOPLE[p], project(status), m).allowed);
  it('is who recorded it, the lead, the alternate and the office that is not of the team', () => {
    expect(changers(by('member', 'submitted'))).toEqual(['alternate', 'lead', 'member', ...OFFICE]);
    expect(changers(by('lead', 'returned'))).toEqual(['alternate', 'lead', ...OFFICE]);
    expect(judgeMeasurementChange(PEOPLE.office, project('running'), by('lead', 'submitted'))).toEqual({
      ...{ allowed: true, onBehalf: true },
    });
  });
  it.each<[MeasurementState, readonly Status[]]>([
    ['submitted', RECORDING],
    ['returned', ['approved', 'running', 'suspended', 'final_report']],
    ['accepted', []],
    ['superseded', []],
  ])('%s: in these statuses', (state, statuses) => {
    for (const persona of ['lead', 'member', 'office'] as const)
      expect(statusesOf(s => judgeMeasurementChange(PEOPLE[persona], s, by(persona, state)))).toEqual(
        statuses,
      );
    for (const persona of ['stranger', 'holder', 'reviewer'] as const)
      expect(statusesOf(s => judgeMeasurementChange(PEOPLE[persona], s, by('lead', state)))).toEqual([]);
  });
  it('is told that it was decided only where it was theirs', () => {
    const [mine, foreign] = [by('member', 'accepted'), by('lead', 'accepted')];
    const judge = (p: Persona, m: JudgedMeasurement) =>
      judgeMeasurementChange(PEOPLE[p], project('running'), m);
    expect(judge('member', mine)).toMatchObject({ allowed: false, reason: expect.stringMatching(/^Ya se/) });
    expect(isHidden(judge('member', mine))).toBe(false);
    expect(isHidden(judge('member', foreign))).toBe(true);
    expect(isHidden(judge('stranger', mine))).toBe(true);
  });
});

describe('who corrects one that counts', () => {
  it.each(MEASUREMENT_STATES)('%s: as it is recorded, and only what was accepted', state => {
    for (const persona of ['lead', 'member', 'office'] as const)
      expect(statusesOf(s => judgeCorrection(PEOPLE[persona], s, by(persona, state)))).toEqual(
        state === 'accepted' ? RECORDING : [],
      );
    expect(who(p => judgeCorrection(PEOPLE[p], project('running'), by('member', state)).allowed)).toEqual(
      state === 'accepted' ? ['alternate', 'lead', 'member', ...OFFICE] : [],
    );
  });
});

const head = (persona: Persona) => ({ userId: PEOPLE[persona].id, principalId: null });
const HEADS = {
  directors: [head('holder'), head('otherHead'), head('holderInTeam')],
  deans: [head('otherDean')],
};
const decide = (p: Persona, m: JudgedMeasurement, s = project('running'), heads = HEADS) =>
  judgeDecision(PEOPLE[p], s, m, measurementHolders(heads, s, m));

describe('who decides one that waits', () => {
  const deciders = (m: JudgedMeasurement, heads = HEADS, s = project('running')) =>
    who(p => decide(p, m, s, heads).allowed);
  it('are the Directors of the school who take no part and have not written it', () => {
    expect(deciders(by('lead', 'submitted'))).toEqual(['holder', 'otherHead']);
    expect(deciders(by('otherHead', 'submitted'))).toEqual(['holder']);
    expect(deciders(by('lead', 'submitted', 'holder'))).toEqual(['otherHead']);
  });
  it('is the Dean where no Director may, then the office', () => {
    const inTeam = { ...HEADS, directors: [head('holderInTeam')] };
    expect(deciders(by('lead', 'submitted'), inTeam)).toEqual(['otherDean']);
    expect(deciders(by('lead', 'submitted', 'otherDean'), inTeam)).toEqual(['office', 'officeLead']);
    const nobody = { directors: [], deans: [] };
    expect(deciders(by('lead', 'submitted'), nobody)).toEqual(['office', 'officeLead']);
  });
  it('of the office nobody who wrote it or takes part, unless nobody else is left', () => {
    const nobody = { directors: [], deans: [] };
    const m = by('office', 'submitted');
    expect(deciders(m, nobody)).toEqual(['officeLead']);
    expect(decide('officeInTeam', m, project('running'), nobody)).toMatchObject({
      ...{ allowed: false, reason: expect.stringContaining('integras') },
    });
    expect(decide('office', m, project('running'), nobody)).toMatchObject({
      ...{ allowed: false, reason: 'Tú registraste esta medición: decide otra persona.' },
    });
    const last = project('running', { lastAdmin: true });
    for (const p of ['office', 'officeInTeam'] as const)
      expect(decide(p, m, last, nobody)).toEqual({ allowed: true, lastResort: true });
  });
  it('is nobody once the project is closed or has stopped for good', () => {
    expect(statusesOf(s => decide('holder', by('lead', 'submitted'), s))).toEqual([
      ...['approved', 'running', 'suspended', 'final_report'],
    ]);
    expect(isHidden(decide('holder', by('lead', 'submitted'), project('closed')))).toBe(false);
  });
  it('is not offered to anybody else', () => {
    for (const p of ['lead', 'stranger', 'reviewer', 'office', 'headElsewhere', 'otherDean'] as const) {
      expect(isHidden(decide(p, by('member', 'submitted'))), p).toBe(true);
      expect(
        holdsMeasurement(PEOPLE[p], measurementHolders(HEADS, project('running'), by('member', 'submitted'))),
      ).toBe(false);
    }
  });
});

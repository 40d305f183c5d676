import { describe, expect, it } from 'vitest';
import { PEOPLE, PERSONAS, type Persona, project } from '../../../test/subjects.ts';
import { RECORDING, STATUSES, type Status } from '../kinds/statuses.ts';
import { judgeEntry, judgeRecording, mayChangeAll, mayReadAttendance } from './execution.ts';

const ACTIVE = PERSONAS.filter(p => PEOPLE[p].state === 'active');
const who = (holds: (persona: Persona) => boolean) => ACTIVE.filter(holds).sort();
const TEAM: Persona[] = ['lead', 'alternate', 'member', 'holderInTeam', 'officeInTeam'];
const OFFICE: Persona[] = ['office', 'officeLead'];
const everybody = [...TEAM, ...OFFICE].sort();
const subject = project('running');

describe('who records what a project does', () => {
  it('is the team, and the office for it', () => {
    expect(who(p => judgeRecording(PEOPLE[p], subject).allowed)).toEqual(everybody);
    expect(judgeRecording(PEOPLE.office, subject)).toEqual({ allowed: true, onBehalf: true });
    expect(judgeRecording(PEOPLE.officeInTeam, subject)).toEqual({ allowed: true });
  });
  it('from the approval until the end is sent', () => {
    expect(RECORDING).toEqual(['approved', 'running', 'suspended']);
    const recorded = (persona: Persona) =>
      STATUSES.filter(status => judgeRecording(PEOPLE[persona], project(status)).allowed);
    for (const persona of ['lead', 'member', 'office'] as const) expect(recorded(persona)).toEqual(RECORDING);
    for (const persona of ['stranger', 'holder', 'reviewer'] as const) expect(recorded(persona)).toEqual([]);
  });
  it('the team is told when it is not the time; others are not offered it', () => {
    const closed = judgeRecording(PEOPLE.lead, project('closed'));
    expect(closed).toMatchObject({ allowed: false, reason: expect.stringMatching(/^Se registra desde/) });
    expect(closed).not.toHaveProperty('hidden', true);
    expect(judgeRecording(PEOPLE.stranger, project('closed'))).toMatchObject({
      allowed: false,
      hidden: true,
    });
  });
});

describe('who changes an entry', () => {
  const changers = (author: Persona, status: Status = 'running') =>
    who(p => judgeEntry(PEOPLE[p], project(status), { authorId: PEOPLE[author].id }).allowed);
  it('is who recorded it, the lead, the alternate and the office that is not of the team', () => {
    expect(changers('lead')).toEqual(['alternate', 'lead', ...OFFICE]);
    expect(changers('member')).toEqual(['alternate', 'lead', 'member', ...OFFICE]);
    expect(changers('officeInTeam')).toEqual(['alternate', 'lead', 'office', 'officeInTeam', 'officeLead']);
  });
  it('is nobody who has left the team, and nobody once the end is sent', () => {
    expect(changers('stranger')).not.toContain('stranger');
    expect(changers('member', 'final_report')).toEqual([]);
  });
  it('lead and office change all, whoever recorded it', () => {
    expect(who(p => mayChangeAll(PEOPLE[p], subject))).toEqual(['alternate', 'lead', ...OFFICE]);
  });
});

it('lists with names are for the team and the office, also once the project is closed', () => {
  for (const status of ['running', 'closed'] as const)
    expect(who(p => mayReadAttendance(PEOPLE[p], project(status)))).toEqual(everybody);
});

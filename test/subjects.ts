import { can, type ProjectAction } from '../src/domain/access/can.ts';
import type { ProjectSubject } from '../src/domain/access/subject.ts';
import { FIRST_KINDS } from '../src/domain/kinds/index.ts';
import { holderGroup, type Status } from '../src/domain/kinds/statuses.ts';
import type { Actor, Role } from '../src/domain/kit/actor.ts';

export const NOW = new Date('2026-11-20T15:00:00Z');
const person = (id: string, roles: Role[], more: Partial<Actor> = {}): Actor => ({
  id,
  name: id,
  email: `${id}@universidad.cl`,
  roles,
  state: 'active',
  homeSchoolId: null,
  directs: [],
  heads: [],
  headsSchools: [],
  fillsIn: false,
  ...more,
});

/** Everybody who can stand in some relation to the project of the tests. */
export const PEOPLE = {
  lead: person('lead', ['Academic']),
  alternate: person('alternate', ['Academic']),
  member: person('member', ['Academic']),
  holder: person('holder', ['Academic', 'Director', 'Dean'], {
    directs: ['school'],
    headsSchools: ['school'],
  }),
  holderInTeam: person('holderInTeam', ['Director', 'Dean'], { directs: ['school'] }),
  otherHead: person('otherHead', ['Director'], { directs: ['school'] }),
  otherDean: person('otherDean', ['Dean'], { heads: ['faculty'], headsSchools: ['school'] }),
  headElsewhere: person('headElsewhere', ['Director'], { directs: ['elsewhere'] }),
  reviewer: person('reviewer', ['Reviewer']),
  stranger: person('stranger', ['Academic']),
  office: person('office', ['Admin']),
  officeInTeam: person('officeInTeam', ['Admin']),
  officeLead: person('officeLead', ['Admin']),
  pending: person('pending', ['Admin'], { state: 'pending' }),
} as const;
export type Persona = keyof typeof PEOPLE;
export const PERSONAS = Object.keys(PEOPLE) as Persona[];

export const LAST = { id: 1, actorId: 'somebody', at: NOW, action: 'submit', undoable: true, tooLate: null };

/** A project in good order: every condition met, held by whom its status says. */
export function project(status: Status, more: Partial<ProjectSubject> = {}): ProjectSubject {
  const group = holderGroup(status, status === 'final_report' ? 'director' : null);
  const {
    leadId = 'lead',
    alternateId = 'alternate',
    memberIds = ['member', 'officeInTeam', 'holderInTeam'],
  } = more;
  return {
    id: 'project',
    kind: 'fexs',
    steps: FIRST_KINDS.fexs.steps,
    status,
    subStep: status === 'final_report' ? 'director' : null,
    returnedFrom: status === 'returned' ? 'director_review' : null,
    ...{ leadId, alternateId, memberIds },
    partIds: [leadId, alternateId, ...memberIds].filter(id => id !== null),
    rival: null,
    schoolId: 'school',
    holderIds: {
      lead: ['lead'],
      unit: ['holder', 'holderInTeam'],
      office: [],
      reviewers: ['reviewer'],
      nobody: [],
    }[group],
    reviewerIds: ['reviewer'],
    invitedIds: [],
    blindIds: [],
    submittedAt: NOW,
    officeTurn: group === 'office',
    lastTransition: LAST,
    missingCount: 0,
    openObservations: 0,
    callRefusals: [],
    inCall: true,
    answersAppeal: true,
    correctedOnce: false,
    unchecked: [],
    openSections: null,
    startDate: null,
    missingToStart: [],
    reportFrom: null,
    missingInReport: 0,
    resolvedTogether: false,
    dismissed: true,
    unfitted: false,
    actedAsDirectorIds: [],
    deputies: [],
    lastAdmin: false,
    now: NOW,
    ...more,
  };
}
export const leadBy = (persona: Persona, status: Status) =>
  project(status, persona === 'officeLead' ? { leadId: 'officeLead' } : {});
export const allowed = (persona: Persona, action: ProjectAction, subject: ProjectSubject) =>
  can(PEOPLE[persona], action, subject).allowed;
export const why = (persona: Persona, action: ProjectAction, subject: ProjectSubject) => {
  const verdict = can(PEOPLE[persona], action, subject);
  return verdict.allowed ? null : verdict.reason;
};

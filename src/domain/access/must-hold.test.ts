import { describe, expect, it } from 'vitest';
import {
  contradicts,
  HELD_BY_UNIT,
  mayDo,
  maySee,
  PLACES,
  type Place,
  RELATIONS,
  type Relation,
} from '../../../test/must-hold.ts';
import { project } from '../../../test/subjects.ts';
import { FIRST_KINDS } from '../kinds/index.ts';
import { KIND_SLUGS, type KindSlug } from '../kinds/slugs.ts';
import type { Status } from '../kinds/statuses.ts';
import { type Actor, ROLES, type Role } from '../kit/actor.ts';
import { statusesOf, TRANSITION_ACTIONS } from '../workflow/transitions.ts';
import { can } from './can.ts';
import { allowedActions } from './offers.ts';
import type { ProjectSubject } from './subject.ts';
import { mayRead } from './visibility.ts';

const TOLD_APART = {
  draft_unsent: 'draft',
  resolution_call: 'resolution',
  final_report_office: 'final_report',
} as const;
const isToldApart = (place: Place): place is keyof typeof TOLD_APART => Object.hasOwn(TOLD_APART, place);
const statusOf = (place: Place): Status => (isToldApart(place) ? TOLD_APART[place] : place);

/** Somebody of a role who stands in a relation to the project. */
function somebody(relation: Relation, role: Role): Actor {
  const heads = relation === 'holder' || relation === 'deputy' || relation === 'unit';
  return {
    id: 'me',
    name: 'me',
    email: 'me@universidad.cl',
    roles: [role],
    state: 'active',
    homeSchoolId: null,
    directs: heads ? ['school'] : relation === 'other_unit' ? ['elsewhere'] : [],
    heads: relation === 'faculty' ? ['faculty'] : [],
    headsSchools: relation === 'faculty' ? ['school'] : [],
    fillsIn: relation === 'lead' || relation === 'alternate',
  };
}

function subjectAt(kind: KindSlug, place: Place, relation: Relation): ProjectSubject {
  const isHeld = HELD_BY_UNIT.includes(place);
  const holds = isHeld && (relation === 'holder' || relation === 'deputy');
  return project(statusOf(place), {
    kind,
    steps: FIRST_KINDS[kind].steps,
    leadId: relation === 'lead' ? 'me' : 'lead',
    alternateId: relation === 'alternate' ? 'me' : 'alternate',
    memberIds: relation === 'team' ? ['member', 'me'] : ['member'],
    holderIds: isHeld ? ['head', ...(holds ? ['me'] : [])] : [],
    deputies: relation === 'deputy' && holds ? [{ userId: 'me', principalId: 'absent' }] : [],
    reviewerIds: [],
    invitedIds: [],
    blindIds: [],
    submittedAt: place === 'draft_unsent' ? null : new Date('2026-11-01T12:00:00Z'),
    dismissed: false,
    answersAppeal: false,
    inCall: FIRST_KINDS[kind].call === 'required',
    resolvedTogether: place === 'resolution_call',
    ...(place === 'final_report_office' && { subStep: 'office' as const, officeTurn: true }),
  });
}

it('the table has every place of every kind', () => {
  for (const kind of KIND_SLUGS)
    expect([...new Set(PLACES[kind].map(statusOf))].sort()).toEqual(statusesOf(FIRST_KINDS[kind]).sort());
});

describe.each(KIND_SLUGS)('%s', kind => {
  it.each(PLACES[kind])('at %s: every action, role and relation, by the rules and by the buttons', place => {
    const wrong: string[] = [];
    for (const role of ROLES)
      for (const relation of RELATIONS) {
        const actor = somebody(relation, role);
        const subject = subjectAt(kind, place, relation);
        const who = `${role} ${relation}`;
        const sees = maySee(place, relation, role);
        if (mayRead(actor, subject) !== sees) wrong.push(`${who} sees: ${!sees}`);
        const expected = sees ? mayDo(place, relation, role) : [];
        const allowed = TRANSITION_ACTIONS.filter(action => can(actor, action, subject).allowed);
        if (allowed.toSorted().join() !== expected.toSorted().join())
          wrong.push(`${who} may ${allowed.join()}`);
        const offers = allowedActions(actor, subject);
        const buttons = offers.filter(o => o.allowed).map(o => o.action);
        const shown = expected.filter(action => action !== 'override');
        if (buttons.toSorted().join() !== shown.toSorted().join())
          wrong.push(`${who} offered ${buttons.join()}`);
        // What is shown without being allowed says why.
        if (offers.some(o => !o.allowed && !o.reason?.endsWith('.')))
          wrong.push(`${who} refused without a reason`);
        for (const action of TRANSITION_ACTIONS) {
          const verdict = can(actor, action, subject);
          const isUnmet = !verdict.allowed && verdict.unmet === true;
          if (isUnmet !== (sees && contradicts(place, action, relation, role)))
            wrong.push(`${who} ${action} unmet: ${isUnmet}`);
        }
      }
    expect(wrong).toEqual([]);
  });
});

import { AWARDED, RESOLVED } from '../kinds/statuses.ts';
import { type Actor, isAcademic, isAdmin, isDean, isDirector } from '../kit/actor.ts';
import type { ReadSubject } from './subject.ts';

export const isOwn = (actor: Actor, s: Pick<ReadSubject, 'leadId' | 'alternateId'>) =>
  s.leadId === actor.id || s.alternateId === actor.id;
/** Blindness overrides whatever else this person is to the project. */
export const isBlind = (actor: Pick<Actor, 'id'>, s: Pick<ReadSubject, 'blindIds' | 'status'>) =>
  s.blindIds.includes(actor.id) && !RESOLVED.includes(s.status);
export const isMember = (actor: Actor, s: ReadSubject) => s.memberIds.includes(actor.id);
/** Asked to review it; holds it, but reads it after the declaration only. */
const isInvited = (actor: Actor, s: ReadSubject) => s.invitedIds.includes(actor.id);
const isIn = (schools: readonly string[], s: ReadSubject) =>
  s.submittedAt !== null && s.schoolId !== null && schools.includes(s.schoolId);

/**
 * Why somebody sees a project; one clause suffices. The server's lists state the same clauses in SQL, and a test
 * compares the two. `private`: with budget, reviews and personal data.
 */
const VISIBILITY = [
  { clause: 'office', private: true, holds: (actor: Actor) => isAdmin(actor) },
  { clause: 'own', private: true, holds: isOwn },
  { clause: 'team', private: true, holds: isMember },
  {
    clause: 'holder',
    private: true,
    holds: (actor: Actor, s: ReadSubject) => s.holderIds.includes(actor.id) && !isInvited(actor, s),
  },
  {
    clause: 'reviewer',
    private: true,
    holds: (actor: Actor, s: ReadSubject) => s.reviewerIds.includes(actor.id) && !isInvited(actor, s),
  },
  { clause: 'director', private: true, holds: (actor: Actor, s: ReadSubject) => isIn(actor.directs, s) },
  { clause: 'dean', private: true, holds: (actor: Actor, s: ReadSubject) => isIn(actor.headsSchools, s) },
  // Without budget, reviews and personal data.
  {
    clause: 'open',
    private: false,
    holds: (actor: Actor, s: ReadSubject) =>
      (isAcademic(actor) || isDirector(actor) || isDean(actor)) && AWARDED.includes(s.status),
  },
] as const;

export const mayRead = (actor: Actor, s: ReadSubject): boolean =>
  actor.state === 'active' && !isBlind(actor, s) && VISIBILITY.some(v => v.holds(actor, s));
/** Budget, reviews and personal data too. */
export const mayReadPrivate = (actor: Actor, s: ReadSubject): boolean =>
  mayRead(actor, s) && VISIBILITY.some(v => v.private && v.holds(actor, s));

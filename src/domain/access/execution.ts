import { RECORDING, type Status } from '../kinds/statuses.ts';
import { type Actor, isAdmin } from '../kit/actor.ts';
import { hide, refuse, type Verdict } from '../kit/verdict.ts';
import type { EditSubject } from './subject.ts';
import { isMember, isOwn } from './visibility.ts';

const NOT_OF_TEAM = 'Solo puede hacerlo el equipo del proyecto o la oficina.';
const NOT_YOURS = 'Solo puede cambiarlo quien lo registró, el responsable o la oficina.';

/**
 * Whether somebody may record what the project does: the team, or the office for it, until its end is sent or as long
 * as it is in one of `statuses`.
 */
export function judgeRecording(
  actor: Actor,
  s: EditSubject,
  statuses: readonly Status[] = RECORDING,
): Verdict {
  const isTeam = isOwn(actor, s) || isMember(actor, s);
  if (!isTeam && !isAdmin(actor)) return hide(NOT_OF_TEAM);
  if (!statuses.includes(s.status))
    return refuse('Se registra desde la aprobación hasta que se envía el informe final.');
  return isTeam ? { allowed: true } : { allowed: true, onBehalf: true };
}

/** Whose entries these are does not matter to lead and office; an Admin who is in the team is one of the team. */
export const mayChangeAll = (actor: Actor, s: EditSubject): boolean =>
  isOwn(actor, s) || (isAdmin(actor) && !isMember(actor, s));

/** The same of an entry that is there: the lead changes all, others of the team their own. */
export function judgeEntry(
  actor: Actor,
  s: EditSubject,
  entry: { readonly authorId: string },
  statuses: readonly Status[] = RECORDING,
): Verdict {
  const verdict = judgeRecording(actor, s, statuses);
  if (!verdict.allowed) return verdict;
  return entry.authorId === actor.id || mayChangeAll(actor, s) ? verdict : hide(NOT_YOURS);
}

/** Lists with names are for those who keep them, nobody else who reads the project. */
export const mayReadAttendance = (actor: Actor, s: EditSubject): boolean =>
  isOwn(actor, s) || isMember(actor, s) || isAdmin(actor);

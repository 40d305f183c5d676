import { AWARDED } from '../kinds/statuses.ts';
import { type Actor, isAdmin } from '../kit/actor.ts';
import { hide, refuse, type Verdict } from '../kit/verdict.ts';
import type { ReadSubject } from './subject.ts';
import { isOwn } from './visibility.ts';

const NOT_YOURS = 'Solo puede hacerlo el responsable del proyecto, su alterno o la oficina.';

/** Whether somebody may send surveys about a project: whoever leads it, and the office. */
export function judgeSurveying(
  actor: Actor,
  s: Pick<ReadSubject, 'status' | 'leadId' | 'alternateId'>,
): Verdict {
  if (!isOwn(actor, s) && !isAdmin(actor)) return hide(NOT_YOURS);
  if (!AWARDED.includes(s.status)) return refuse('Se encuesta desde que el proyecto está aprobado.');
  return { allowed: true };
}

import { type CertificateRule, isByActivity } from '../certificates/rules.ts';
import { AWARDED } from '../kinds/statuses.ts';
import { type Actor, isAdmin } from '../kit/actor.ts';
import { localDay } from '../kit/calendar.ts';
import { hide, refuse, type Verdict } from '../kit/verdict.ts';
import type { ReadSubject } from './subject.ts';
import { isOwn, mayReadPrivate } from './visibility.ts';

const NOT_YOURS = 'Solo puede hacerlo el responsable del proyecto, su alterno o la oficina.';

/** Whether somebody may issue certificates to who came to an activity of this day: whoever leads, and the office. */
export function judgeIssuing(
  actor: Actor,
  s: Pick<ReadSubject, 'status' | 'leadId' | 'alternateId'>,
  {
    rule,
    day,
    now = new Date(),
  }: { readonly rule: CertificateRule; readonly day: string; readonly now?: Date },
): Verdict {
  if (!isOwn(actor, s) && !isAdmin(actor)) return hide(NOT_YOURS);
  if (!isByActivity(rule)) return hide('Este tipo de proyecto no da certificados por actividad.');
  if (!AWARDED.includes(s.status)) return refuse('Se emiten mientras el proyecto está aprobado o después.');
  return day > localDay(now) ? refuse('Se emiten desde el día de la actividad.') : { allowed: true };
}

/** Who reads the certificates of a project: whoever leads it, heads of its unit, the office. */
export const mayReadCertificates = (actor: Actor, s: ReadSubject): boolean =>
  mayReadPrivate(actor, s) &&
  (isOwn(actor, s) ||
    isAdmin(actor) ||
    (s.schoolId !== null && (actor.directs.includes(s.schoolId) || actor.headsSchools.includes(s.schoolId))));

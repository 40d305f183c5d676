import type { Status } from '../kinds/statuses.ts';
import { addWorkingDays, type Holidays } from '../kit/calendar.ts';
import { formatDate } from '../text/format.ts';
import { APPEALABLE, REOPENED } from '../workflow/transitions.ts';

/** What decides whether a result can be appealed. */
export interface Appealed {
  readonly status: Status;
  /** Rejected for not being admissible. */
  readonly dismissed: boolean;
  /** Where it was decided from; null where nothing says. */
  readonly decidedFrom: Status | null;
  /** Working days its call gives; null without a call. */
  readonly days: number | null;
  readonly decidedAt: Date;
  readonly hasAppeal: boolean;
}

/**
 * Whether a result is of those that can be appealed: a rejection only where it says that it was not admissible, and no
 * end of the waitlist, which judges nothing.
 */
export const isAppealable = ({
  status,
  dismissed,
  decidedFrom,
}: Pick<Appealed, 'status' | 'dismissed' | 'decidedFrom'>): boolean =>
  APPEALABLE.includes(status) && (status !== 'rejected' || dismissed) && decidedFrom !== 'waitlisted';

/** Where an appeal may be shown: with the result, where it was upheld, and with what came of that. */
export const APPEAL_SHOWN: readonly Status[] = [...APPEALABLE, ...REOPENED, 'waitlisted', 'approved'];

/** Until the end of the last working day that the call gives. */
export const appealUntil = (decidedAt: Date, days: number, holidays: Holidays): Date =>
  addWorkingDays(decidedAt, days, holidays);

/** Why the result cannot be appealed now; `null` when it can. */
export function appealRefusal(
  { days, decidedAt, hasAppeal, ...result }: Appealed,
  now: Date,
  holidays: Holidays,
): string | null {
  if (hasAppeal) return 'Esta propuesta ya se apeló: se apela una sola vez.';
  if (days === null) return 'Solo se apela el resultado de una convocatoria.';
  if (!isAppealable(result)) return 'Solo se apela una propuesta no adjudicada o declarada inadmisible.';
  if (days === 0) return 'Las bases de esta convocatoria no dan plazo para apelar.';
  const until = appealUntil(decidedAt, days, holidays);
  const given = days === 1 ? 'un día hábil' : `${days} días hábiles`;
  return now <= until
    ? null
    : `El plazo para apelar venció el ${formatDate(until)}: las bases dan ${given} desde el resultado.`;
}

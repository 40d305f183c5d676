import { STATUSES, type Status } from '../kinds/statuses.ts';
import { localDay } from '../kit/calendar.ts';
import { type ConditionFacts, unmetCondition } from './conditions.ts';
import {
  type Standing,
  type Transition,
  type TransitionAction,
  transitionFor,
  UNDO_HOURS,
} from './transitions.ts';

/** A project as the clock sees it. */
export interface Clocked {
  readonly subject: Standing & ConditionFacts;
  readonly dueAt: Date | null;
  /** Day `yyyy-mm-dd`. */
  readonly startDate: string | null;
  /** When it came to its status. */
  readonly since: Date;
}

const hasPassed = ({ dueAt, subject }: Clocked) => dueAt !== null && dueAt < subject.now;

/** The clock's step by status, and what it waits for; the waitlist ends with its call, which is when it is due. */
const BY_STATUS: Partial<
  Record<Status, { action: TransitionAction; isTime: (project: Clocked) => boolean }>
> = {
  returned: { action: 'lapse', isTime: hasPassed },
  waitlisted: { action: 'not_award', isTime: hasPassed },
  approved: { action: 'start', isTime: mayStart },
};

/** What the clock ends once it is overdue. */
export const LAPSING = STATUSES.filter(s => BY_STATUS[s]?.isTime === hasPassed);

/** From its start date on; approved after that, once the approval can no longer be undone. */
function mayStart({ startDate, since, subject: { now } }: Clocked): boolean {
  if (startDate === null || localDay(now) < startDate) return false;
  return localDay(since) < startDate || now.getTime() - since.getTime() > UNDO_HOURS * 3_600_000;
}

/** Said in the history beside what happened by itself. */
export const BY_ITSELF_NOTES: Partial<Record<TransitionAction, string>> = {
  award: 'Se liberó un cupo y era la primera de la lista de espera que cabía.',
  lapse: 'Venció el plazo para responder las observaciones.',
  not_award: 'Terminó la convocatoria sin que se liberara un cupo.',
  start: 'Llegó la fecha de inicio y no faltaba nada.',
};

/** The step that happens by itself now; `null` while there is none. */
export function stepByItself(project: Clocked): Transition | null {
  const { subject } = project;
  const next = BY_STATUS[subject.status];
  const row = next && transitionFor(next.action, subject.status);
  if (!row?.who.includes('system') || !next?.isTime(project)) return null;
  return row.requires.every(r => unmetCondition(r, subject) === null) ? row : null;
}

import type { KindDefinition } from '../kinds/definition.ts';
import { isReportReturned, isRunning, type Status, type SubStep } from '../kinds/statuses.ts';
import { addWorkingDays, endOfDay, type Holidays } from '../kit/calendar.ts';
import { type KeptReport, nextReport, type Planning, plannedReports } from '../reports/planned.ts';

export interface DueQuestion {
  readonly kind: Pick<KindDefinition, 'steps' | 'correctionDays' | 'finalReport' | 'progressReports'>;
  readonly status: Status;
  readonly subStep: SubStep | null;
  /** When the project came to this status. */
  readonly since: Date;
  /** Days `yyyy-mm-dd` of the project. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** From before the application: its lead is not asked for the report of a date long past. */
  readonly historic?: boolean;
  /** Its reports; left out where none was begun. */
  readonly reports?: readonly KeptReport[];
  /** Deadlines of the call, where it gives them; they win over the kind's days. */
  readonly call?: {
    readonly closesAt?: Date;
    readonly endorseUntil?: Date;
    readonly correctionUntil?: Date;
    readonly evaluationUntil?: Date;
    readonly resolutionAt?: Date;
    readonly waitlistUntil?: Date;
    readonly reportDates?: readonly string[];
    readonly instalments?: NonNullable<Planning['call']>['instalments'];
  } | null;
  readonly holidays: Holidays;
}

/** Until when the holder should have acted; `null` where nothing is due. */
export function dueAt(question: DueQuestion): Date | null {
  const { kind, status, since, holidays, call } = question;
  const inDays = (n: number) => addWorkingDays(since, n, holidays);
  switch (status) {
    case 'draft':
      return call?.closesAt ?? null;
    case 'dean_review':
      return call?.endorseUntil ?? stepDue(question);
    case 'evaluation':
      return call?.evaluationUntil ?? stepDue(question);
    case 'resolution':
      return call?.resolutionAt ?? stepDue(question);
    case 'returned':
      return call?.correctionUntil ?? inDays(kind.correctionDays);
    case 'waitlisted':
      return call?.waitlistUntil ?? null;
    case 'approved':
      return question.startDate ? endOfDay(question.startDate) : null;
    case 'running':
      return isReportReturned(question)
        ? inDays(REPORT_CORRECTION_DAYS)
        : (firstReport(question)?.due ?? null);
    case 'final_report':
      return inDays(
        question.subStep === 'office' ? kind.finalReport.officeDays : kind.finalReport.directorDays,
      );
    // Any other step has its kind's days; a status that is none has no due date.
    default:
      return stepDue(question);
  }
}

type Report = { readonly number: number | null; readonly due: Date };

/** The progress report that is to be sent first, else the final one. */
function firstReport(question: DueQuestion): Report | null {
  const { kind, call, historic, endDate, holidays, reports = [] } = question;
  if (historic) return null;
  const { reportDates = [], instalments = [] } = call ?? {};
  const planned = plannedReports({ ...question, call: { reportDates, instalments } });
  const progress = nextReport(planned, reports);
  if (!endDate) return progress;
  const final = { number: null, due: addWorkingDays(endOfDay(endDate), kind.finalReport.dueDays, holidays) };
  return progress && progress.due <= final.due ? progress : final;
}

/** Number of the progress report that a running project's lead is to send next; null where that is the final one. */
export const reportToSend = (question: DueQuestion): number | null =>
  isRunning(question.status) && !isReportReturned(question) ? (firstReport(question)?.number ?? null) : null;

/** Working days to correct a report that was sent back. */
export const REPORT_CORRECTION_DAYS = 10;

/** A running project is its lead's to act on from this many days before its end on; until then it is under way. */
export const REPORT_NEAR_DAYS = 7;

/** Due by the project's own dates; elsewhere they move nothing, and what the office extended stays. */
export const DATED: readonly Status[] = ['approved', 'running'];

const LEAST_REVIEW_DAYS = 5;

export interface Inviting {
  /** When the step is due. */
  readonly due: Date;
  readonly now: Date;
  /** One more review, which the scores asked for: its time was not thought of when the step began. */
  readonly isExtra: boolean;
  readonly resolutionAt?: Date;
  readonly holidays: Holidays;
}

/**
 * Until when whoever is invited now reviews: as all others, but where that has passed, or for one more review, not less
 * than five working days, as far as the day of the results leaves them.
 */
export function reviewDue({ due, now, isExtra, resolutionAt, holidays }: Inviting): Date {
  if (due > now && !isExtra) return due;
  const least = addWorkingDays(now, LEAST_REVIEW_DAYS, holidays);
  const last = resolutionAt && resolutionAt > now && resolutionAt < least ? resolutionAt : least;
  return last > due ? last : due;
}

const ANSWER_DAYS = 3;

export interface Asking {
  readonly now: Date;
  /** When the review is due in which it is asked. */
  readonly due: Date | null;
  readonly holidays: Holidays;
}

/** Until when an author answers a reviewer: within three working days, and while the review still has time for it. */
export function answerDue({ now, due, holidays }: Asking): Date {
  const last = addWorkingDays(now, ANSWER_DAYS, holidays);
  return due && due > now && due < last ? due : last;
}

function stepDue({ kind, status, since, holidays }: DueQuestion): Date | null {
  const step = kind.steps.find(s => s.status === status);
  return step ? addWorkingDays(since, step.days, holidays) : null;
}

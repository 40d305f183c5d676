import { addDays, daysBetween, endOfDay } from '../kit/calendar.ts';
import type { Instalment } from '../spending/instalments.ts';
import { isReturnedReport, type ReportState } from './report-states.ts';

export interface PlannedReport {
  /** 1, 2, … */
  readonly number: number;
  /** Day `yyyy-mm-dd`; null where only an instalment names it, or the project has no dates. */
  readonly dueOn: string | null;
}

export interface Planning {
  readonly kind: { readonly progressReports: readonly number[] };
  readonly call: {
    readonly reportDates: readonly string[];
    readonly instalments: readonly Pick<Instalment, 'report'>[];
  } | null;
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** From before the application: it is asked for none. */
  readonly historic?: boolean;
}

/**
 * Progress reports of a project, in order: on the dates of its call, else at the parts of its time that its kind names.
 * What an instalment names and nothing dates may be sent at any time.
 */
export function plannedReports({ kind, call, startDate, endDate, historic }: Planning): PlannedReport[] {
  if (historic) return [];
  const dates: readonly (string | null)[] =
    call && call.reportDates.length > 0
      ? call.reportDates
      : kind.progressReports.map(percent => dayAt(percent, startDate, endDate));
  const last = Math.max(dates.length, ...(call?.instalments ?? []).map(i => i.report ?? 0));
  return Array.from({ length: last }, (_, n) => ({ number: n + 1, dueOn: dates[n] ?? null }));
}

/** Numbers of the reports that release an instalment while nothing dates them, where so many have a date. */
export function undatedReports(instalments: readonly Pick<Instalment, 'report'>[], dated: number): number[] {
  const named = new Set(instalments.flatMap(({ report }) => report ?? []));
  return [...named].filter(number => number > dated).sort((a, b) => a - b);
}

function dayAt(percent: number, start: string | null, end: string | null): string | null {
  if (!start || !end || end < start) return null;
  return addDays(start, Math.round((daysBetween(start, end) * percent) / 100));
}

/** A report as far as what is due depends on it. */
export interface KeptReport {
  /** None of the final one. */
  readonly number: number | null;
  /** None of the final one, which stands where its project stands. */
  readonly state: ReportState | null;
  /** Of one that came back: until when it is sent again. Instant. */
  readonly dueAt: string | null;
}

const kept = (reports: readonly KeptReport[], number: number) => reports.find(r => r.number === number);
const isUnsent = (report: KeptReport | undefined) => !report || report.state === 'draft';

export interface DueReport {
  readonly number: number;
  readonly due: Date;
}

/** The progress report that is to be sent first: one that came back, or the next on its day; null where none is. */
export function nextReport(
  planned: readonly PlannedReport[],
  reports: readonly KeptReport[],
): DueReport | null {
  const due = planned.flatMap(({ number, dueOn }): DueReport[] => {
    const report = kept(reports, number);
    if (report && isReturnedReport(report) && report.dueAt) return [{ number, due: new Date(report.dueAt) }];
    return dueOn !== null && isUnsent(report) ? [{ number, due: endOfDay(dueOn) }] : [];
  });
  return due.sort((a, b) => a.due.getTime() - b.due.getTime())[0] ?? null;
}

/** Numbers of the progress reports that were accepted: what they release is released. */
export const acceptedReports = (reports: readonly KeptReport[]): number[] =>
  reports.flatMap(r => (r.state === 'accepted' && r.number !== null ? [r.number] : []));

import { isReportReturned, type Status, type SubStep } from '../kinds/statuses.ts';

/** Where a report stands: it is written, reviewed, came back, or counts. */
export const REPORT_STATES = ['draft', 'submitted', 'returned', 'accepted'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

export const REPORT_LABELS: Readonly<Record<ReportState, string>> = {
  draft: 'Por enviar',
  submitted: 'En revisión',
  returned: 'Con observaciones',
  accepted: 'Aceptado',
};

type Standing = { readonly state: ReportState | null };
/** Somebody has to decide it. */
export const isSubmittedReport = ({ state }: Standing): boolean => state === 'submitted';
/** It waits for its author to answer. */
export const isReturnedReport = ({ state }: Standing): boolean => state === 'returned';
export const isAcceptedReport = ({ state }: Standing): boolean => state === 'accepted';
/** It was sent, whatever became of it. */
export const wasSent = ({ state }: Standing): boolean => state !== null && state !== 'draft';
/** Its author may still change it. */
export const isOpenReport = (r: Standing): boolean => r.state === 'draft' || isReturnedReport(r);

/** The final report stands where its project stands. */
export function finalState(p: { readonly status: Status; readonly subStep: SubStep | null }): ReportState {
  if (p.status === 'closed') return 'accepted';
  if (p.status === 'final_report') return 'submitted';
  return isReportReturned(p) ? 'returned' : 'draft';
}

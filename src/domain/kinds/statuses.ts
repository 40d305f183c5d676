/** Who holds a project: acts next, gets the reminders. `unit` are the assigned heads, `office` any Admin. */
export type HolderGroup = 'lead' | 'unit' | 'office' | 'reviewers' | 'nobody';

interface StatusInfo {
  readonly label: string;
  readonly holder: HolderGroup;
  /** No action of the ordinary course leads on from here. */
  readonly final: boolean;
}

/** Every status of every kind, in the order of a project's life. */
export const STATUS_INFO = {
  draft: { label: 'Borrador', holder: 'lead', final: false },
  director_review: { label: 'En revisión de Dirección', holder: 'unit', final: false },
  dean_review: { label: 'En revisión de Decanato', holder: 'unit', final: false },
  admissibility: { label: 'En admisibilidad', holder: 'office', final: false },
  evaluation: { label: 'En evaluación', holder: 'reviewers', final: false },
  resolution: { label: 'En resolución', holder: 'office', final: false },
  returned: { label: 'Con observaciones', holder: 'lead', final: false },
  waitlisted: { label: 'En lista de espera', holder: 'office', final: false },
  approved: { label: 'Aprobado', holder: 'lead', final: false },
  running: { label: 'En ejecución', holder: 'lead', final: false },
  suspended: { label: 'Suspendido', holder: 'office', final: false },
  final_report: { label: 'Informe final en revisión', holder: 'unit', final: false },
  closed: { label: 'Cerrado', holder: 'nobody', final: true },
  rejected: { label: 'Rechazado', holder: 'nobody', final: true },
  not_awarded: { label: 'No adjudicado', holder: 'nobody', final: true },
  withdrawn: { label: 'Retirado', holder: 'nobody', final: true },
  cancelled: { label: 'Cancelado', holder: 'nobody', final: true },
} as const satisfies Record<string, StatusInfo>;

export type Status = keyof typeof STATUS_INFO;

/** From here on the result is known, and whoever reviewed blindly may know whose proposal it was. */
export const RESOLVED: readonly Status[] = [
  'approved',
  'waitlisted',
  'not_awarded',
  'running',
  'suspended',
  'final_report',
  'closed',
];
export const STATUSES = Object.keys(STATUS_INFO) as [Status, ...Status[]];
export const isStatus = (value: string): value is Status => Object.hasOwn(STATUS_INFO, value);
export const statusLabel = (status: Status): string => STATUS_INFO[status].label;
export const isFinal = (status: Status): boolean => STATUS_INFO[status].final;

/** While in `final_report`: who reviews now. While running: where a report sent back re-enters. */
export const SUB_STEPS = ['director', 'office'] as const;
export type SubStep = (typeof SUB_STEPS)[number];

/** Who holds a project in this status. */
export const holderGroup = (status: Status, subStep: SubStep | null = null): HolderGroup =>
  status === 'final_report' && subStep === 'office' ? 'office' : STATUS_INFO[status].holder;

/** Steps before a proposal is scored: whoever holds them can send it back. */
export const REVIEW_STEPS = ['director_review', 'dean_review', 'admissibility'] as const;
/** Statuses in which somebody reviews: what can be an overdue step. */
export const REVIEWED = [...REVIEW_STEPS, 'evaluation', 'resolution', 'final_report'] as const;
export const isReviewStep = (status: Status) => REVIEW_STEPS.some(s => s === status);

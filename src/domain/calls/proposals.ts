import { CONTEST, RESOLVED, type Status, UNDECIDED } from '../kinds/statuses.ts';

/** Still on the way to the resolution. */
export const UNDER_WAY = UNDECIDED.filter(s => s !== 'resolution');
/** Admitted to the evaluation, and not given up since. */
export const ADMITTED: readonly Status[] = [...CONTEST, ...RESOLVED];
/** Everybody with a place in an act: their evaluation is over. */
export const RANKED: readonly Status[] = ADMITTED.filter(s => s !== 'evaluation');
/** What the admissibility desk has before it: to be looked at, or being corrected. */
export const AT_DESK = ['admissibility', 'returned'] as const satisfies readonly Status[];

/** What reviewers are asked about before they are assigned: its unit has endorsed it. */
export const ASKED_ABOUT = ['admissibility', 'evaluation'] as const satisfies readonly Status[];

/** What the page of a call counts: what was withdrawn, cancelled or is suspended it does not. */
export const CALL_COUNTS = {
  drafts: ['draft'],
  received: UNDECIDED.filter(s => !CONTEST.includes(s)),
  inEvaluation: CONTEST,
  decided: [...RESOLVED.filter(s => s !== 'suspended'), 'rejected'],
} as const satisfies Record<string, readonly Status[]>;

/** What the act of a call says of a proposal, in the order of its sections. */
export const RESULTS = ['award', 'waitlist', 'not_award'] as const;
export type Result = (typeof RESULTS)[number];
export const RESULT_LABELS: Record<Result, string> = {
  award: 'Adjudicado',
  waitlist: 'Lista de espera',
  not_award: 'No adjudicado',
};

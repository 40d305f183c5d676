import { RESULT_LABELS, RESULTS } from '../calls/proposals.ts';

/** Steps that tell an author what became of a proposal, each in a letter of its own. */
export const OUTCOMES = [...RESULTS, 'dismiss'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export const isOutcome = (action: string): action is Outcome => OUTCOMES.some(one => one === action);
export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  ...RESULT_LABELS,
  dismiss: 'Declarado inadmisible',
};

import type { Ranked } from '../contract.ts';

export interface Choice {
  readonly result: NonNullable<Ranked['proposed']>;
  readonly reason: string;
  /** CLP to award; `null` for all that is asked. */
  readonly amount: number | null;
  /** Line that an award of an upheld appeal takes its money from; `null` for the one that the rules propose. */
  readonly lineId: string | null;
}
export type Choices = Readonly<Record<string, Choice>>;

/** What is chosen for a proposal that waits: the rules' word until the office says otherwise. */
export const choiceOf = (choices: Choices, row: Ranked): Choice =>
  choices[row.id] ?? { result: row.proposed ?? 'not_award', reason: '', amount: null, lineId: null };

/** CLP that awarding it takes. */
export const costOf = (choices: Choices, row: Ranked): number => choiceOf(choices, row).amount ?? row.amount;

/** Line whose money an award of it takes: its own, but for an upheld appeal. */
export const moneyLineOf = (choices: Choices, row: Ranked): string | null =>
  row.upheld ? (choiceOf(choices, row).lineId ?? row.proposedLineId ?? row.lineId) : row.lineId;

/** As the act is asked for: amount and line only where they are not what the proposal asks. */
export function decisionOf(choices: Choices, row: Ranked) {
  const { result, reason, amount } = choiceOf(choices, row);
  const isAward = result === 'award';
  const lineId = moneyLineOf(choices, row);
  return {
    ...{ id: row.id, version: row.version, result, reason },
    ...(isAward && amount !== null && amount !== row.amount && { amount }),
    ...(isAward && lineId !== null && lineId !== row.lineId && { lineId }),
  };
}

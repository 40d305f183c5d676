import { z } from 'zod';

/** What projects are weighed by in the composite score of a unit. */
export const TERM_NAMES = ['people', 'indicators', 'partners', 'activities', 'finished', 'punctual'] as const;
export type TermName = (typeof TERM_NAMES)[number];

/** What a term counts for; 0 leaves it out. */
const weight = z.number().int().min(0).max(100);
/** Percentage from which it is fulfilled. */
const goal = z.number().int().min(1).max(100);

/** Weight and goal of each term. The weights need not come to 100. */
export const scoreFormula = z.object({
  ...{ peopleWeight: weight, peopleGoal: goal },
  ...{ indicatorsWeight: weight, indicatorsGoal: goal },
  ...{ partnersWeight: weight, partnersGoal: goal },
  ...{ activitiesWeight: weight, activitiesGoal: goal },
  ...{ finishedWeight: weight, finishedGoal: goal },
  ...{ punctualWeight: weight, punctualGoal: goal },
});
export type ScoreFormula = z.infer<typeof scoreFormula>;

/** What people and results come to counts for more than what is kept in order; each is fulfilled when complete. */
export const FIRST_FORMULA: ScoreFormula = {
  ...{ peopleWeight: 20, peopleGoal: 100 },
  ...{ indicatorsWeight: 20, indicatorsGoal: 100 },
  ...{ partnersWeight: 20, partnersGoal: 100 },
  ...{ activitiesWeight: 10, activitiesGoal: 100 },
  ...{ finishedWeight: 10, finishedGoal: 100 },
  ...{ punctualWeight: 20, punctualGoal: 100 },
};

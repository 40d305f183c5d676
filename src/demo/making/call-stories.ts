import { FIRST_KINDS } from '../../domain/kinds/index.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { Writing } from '../life.ts';
import type { CallPlan } from './call-plans.ts';
import {
  answerAppeals,
  appeal,
  applied,
  type CallHappening,
  openAsPlanned,
  proposalsOf,
  resolveAsProposed,
  reviewersOf,
  tick,
} from './call-steps.ts';
import { pickNumber } from './chance.ts';
import type { Edition } from './editions.ts';
import { lifeOf } from './lives.ts';
import * as say from './phrases.ts';
import { accept, confirm, invite, writeMarks } from './reviews.ts';
import { fundLines, fundSpending } from './spending.ts';
import { begin, type Told } from './stories.ts';

interface CallStory {
  readonly plan: CallPlan;
  /** What is told of each proposal, once it was begun. */
  readonly all: Map<Edition, Told>;
  /** Of the call, once it was opened. */
  readonly id: () => string;
}
/** Days before today before which all appeals were answered. */
const LAST_APPEALS = 20;

/** A proposal from its draft on; what is told of it is known once that was written. */
function propose({ plan, all, id }: CallStory, edition: Edition, n: number): CallHappening[] {
  const told = () => {
    const found = all.get(edition);
    if (!found) throw new Error(`${edition.key} was not begun`);
    return found;
  };
  const spending = fundSpending(edition);
  const paid = { amount: edition.idea.cost[1], lines: fundLines(edition), spending };
  const begins: CallHappening = {
    ago: edition.begun,
    happen: async writing => {
      const call = { ...plan, id: id(), report: 0 };
      const project = await begin(writing, edition, { ...paid, call });
      all.set(edition, { ...{ writing, edition, project, spending }, life: lifeOf(edition) });
    },
  };
  const sent = applied(edition, plan.kind).map(({ ago, happen }) => ({ ago, happen: () => happen(told()) }));
  return [begins, ...sent, ...reviewed(plan, edition, n, told)];
}

/** How far a review of a call that is under way has come. */
const FAR = ['invited', 'accepted', 'begun', 'confirmed'] as const;

/** Two reviewers each. Of what is reviewed now some were invited lately, some have begun, some are done. */
function reviewed(plan: CallPlan, edition: Edition, n: number, told: () => Told): CallHappening[] {
  const criteria = FIRST_KINDS[plan.kind].rubric?.criteria ?? [];
  const level = 2 + pickNumber(`${edition.key}:level`, 3);
  const since = plan.endorse - 2;
  const last = Math.max(plan.evaluation, 1);
  return reviewersOf(n).flatMap((reviewer, at): CallHappening[] => {
    const far = plan.evaluation > 0 ? FAR.length - 1 : (n + at * 2) % FAR.length;
    const written = Math.max(last + 1, since - 6 - ((n * 2 + at * 3) % 14));
    const all: CallHappening[] = [
      { ago: far === 0 ? LATE_INVITATION : since, happen: w => invite(w, told().project, [reviewer]) },
      { ago: since - 1 - at, happen: w => accept(w, told().project, reviewer) },
      { ago: written, happen: w => writeMarks(w, told().project, { reviewer, level, criteria }) },
      { ago: written, happen: w => confirm(w, told().project, reviewer) },
    ];
    return all.slice(0, far + 1);
  });
}
/** Days before today on which those were invited who have not answered. */
const LATE_INVITATION = 2;

/** All that happens to a call and to what applies to it until its results are final; what is told of each proposal. */
export function callStoryOf(
  plan: CallPlan,
  { today, from, all }: { today: string; from: number; all: Map<Edition, Told> },
): CallHappening[] {
  let call: string | undefined;
  const id = () => {
    if (!call) throw new Error(`${plan.name} was not opened`);
    return call;
  };
  const { resolved, upholds = false } = plan;
  const isOver = resolved > LAST_APPEALS;
  return [
    {
      ago: plan.opened,
      happen: async writing => {
        call = await openAsPlanned(writing, plan, today);
      },
    },
    ...proposalsOf(plan, from).flatMap((edition, n) => propose({ plan, all, id }, edition, n)),
    { ago: plan.closed - 1, happen: tick },
    { ago: resolved, happen: writing => resolveAsProposed(writing, id(), upholds) },
    {
      ago: resolved - 2,
      happen: writing => appeal(writing, id(), upholds ? say.APPEAL_OF_DOUBTED : say.APPEAL),
    },
    ...(isOver
      ? [
          { ago: resolved - 8, happen: (w: Writing) => answerAppeals(w, id(), upholds) },
          ...(upholds ? [{ ago: resolved - 10, happen: (w: Writing) => resolveAsProposed(w, id()) }] : []),
          { ago: resolved - 15, happen: tick },
        ]
      : []),
  ];
}

/** Those of a call that it pays. */
export async function awardedOf({ db }: Writing, all: ReadonlyMap<Edition, Told>): Promise<Told[]> {
  const awarded = await db
    .selectFrom('projects')
    .select('id')
    .where('status', 'in', [...AWARDED])
    .execute();
  const ids = new Set(awarded.map(p => p.id));
  return [...all.values()].filter(told => ids.has(told.project.id));
}

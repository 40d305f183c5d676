import { FIRST_KINDS } from '../../domain/kinds/index.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { Writing } from '../life.ts';
import { pickNumber } from './chance.ts';
import type { Edition } from './editions.ts';
import {
  answerAppeals,
  appeal,
  applied,
  type CallHappening,
  openRound,
  proposalsOf,
  resolveRound,
  reviewersOf,
  tick,
} from './funds.ts';
import { lifeOf } from './lives.ts';
import * as say from './phrases.ts';
import { accept, confirm, invite, writeMarks } from './reviews.ts';
import type { Round } from './rounds.ts';
import { fundLines, fundSpending } from './spending.ts';
import { begin, type Told } from './stories.ts';

interface Contest {
  readonly round: Round;
  /** What is told of each proposal, once it was begun. */
  readonly all: Map<Edition, Told>;
  /** Of the call, once it was opened. */
  readonly id: () => string;
}
/** Days before today before which all appeals were answered. */
const LAST_APPEALS = 20;

/** A proposal from its draft on; what is told of it is known once that was written. */
function propose({ round, all, id }: Contest, edition: Edition, n: number): CallHappening[] {
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
      const call = { ...round, id: id(), report: 0 };
      const project = await begin(writing, edition, { ...paid, call });
      all.set(edition, { ...{ writing, edition, project, spending }, life: lifeOf(edition) });
    },
  };
  const sent = applied(edition, round.kind).map(({ ago, happen }) => ({ ago, happen: () => happen(told()) }));
  return [begins, ...sent, ...reviewed(round, edition, n, told)];
}

/** How far a review of a call that is under way has come. */
const FAR = ['invited', 'accepted', 'begun', 'confirmed'] as const;

/** Two reviewers each. Of what is reviewed now some were invited lately, some have begun, some are done. */
function reviewed(round: Round, edition: Edition, n: number, told: () => Told): CallHappening[] {
  const criteria = FIRST_KINDS[round.kind].rubric?.criteria ?? [];
  const level = 2 + pickNumber(`${edition.key}:level`, 3);
  const since = round.endorse - 2;
  const last = Math.max(round.evaluation, 1);
  return reviewersOf(n).flatMap((reviewer, at): CallHappening[] => {
    const far = round.evaluation > 0 ? FAR.length - 1 : (n + at * 2) % FAR.length;
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
export function contestOf(
  round: Round,
  { today, from, all }: { today: string; from: number; all: Map<Edition, Told> },
): CallHappening[] {
  let call: string | undefined;
  const id = () => {
    if (!call) throw new Error(`${round.name} was not opened`);
    return call;
  };
  const { resolved, upholds = false } = round;
  const isOver = resolved > LAST_APPEALS;
  return [
    {
      ago: round.opened,
      happen: async writing => {
        call = await openRound(writing, round, today);
      },
    },
    ...proposalsOf(round, from).flatMap((edition, n) => propose({ round, all, id }, edition, n)),
    { ago: round.closed - 1, happen: tick },
    { ago: resolved, happen: writing => resolveRound(writing, id(), upholds) },
    {
      ago: resolved - 2,
      happen: writing => appeal(writing, id(), upholds ? say.APPEAL_OF_DOUBTED : say.APPEAL),
    },
    ...(isOver
      ? [
          { ago: resolved - 8, happen: (w: Writing) => answerAppeals(w, id(), upholds) },
          ...(upholds ? [{ ago: resolved - 10, happen: (w: Writing) => resolveRound(w, id()) }] : []),
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

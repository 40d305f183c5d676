import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import {
  harshnessOf,
  isAdjusted,
  type ScoredReview,
  type Severity,
} from '../../../domain/calls/harshness.ts';
import { rank } from '../../../domain/calls/ranking.ts';
import { hundredths } from '../../../domain/calls/scoring.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { freeOf } from '../../../server/part-taking/queries.ts';
import type { Columns } from '../../../server/tables/table-file.ts';
import { type RankedProposal, readStanding, requireJudged } from '../queries.ts';
import type { AdjustedProposal, getHarshness } from './contract.ts';

type Named = ScoredReview & { readonly name: string };

/** Confirmed reviews of these projects, in the order in which they came; as in the file of scores, none of one's own. */
async function readReviews(db: Database, actor: Actor, projects: readonly string[]): Promise<Named[]> {
  const { rows } = await sql<Named>`
    select r.project_id as "projectId", r.user_id as "userId", u.name, r.score::float8 as score
    from projects p join reviews r on r.project_id = p.id join users u on u.id = r.user_id
    where p.id = any(${[...projects]}::uuid[]) and r.state = ${lit.review('confirmed')} and ${freeOf(actor)}
    order by r.confirmed_at, r.id`.execute(db);
  return rows;
}

interface Judged {
  readonly reviews: readonly Named[];
  readonly mean: number | null;
  readonly reviewers: readonly (Severity & { readonly name: string })[];
  /** Those with a score, best first by it, with their places by it and by the adjusted one. */
  readonly proposals: readonly (RankedProposal &
    Pick<AdjustedProposal, 'score' | 'rank' | 'adjusted' | 'adjustedRank'>)[];
}

async function readHarshness(db: Database, actor: Actor, id: string): Promise<Judged> {
  const call = await requireJudged(db, actor, id);
  const standing = await readStanding(db, actor, call);
  const ids = standing.map(c => c.id);
  const reviews = await readReviews(db, actor, ids);
  const { mean, reviewers, adjusted } = harshnessOf(reviews);
  const names = new Map(reviews.map(r => [r.userId, r.name]));
  const scored = standing.flatMap(({ score, ...c }) => {
    const anew = adjusted.get(c.id);
    return score === null || anew === undefined ? [] : [{ ...c, score, adjusted: anew }];
  });
  const places = new Map(rank(scored.map(c => ({ ...c, score: c.adjusted }))).map((c, n) => [c.id, n + 1]));
  return {
    ...{ reviews, mean },
    reviewers: reviewers.map(r => ({ ...r, name: names.get(r.userId) ?? '' })),
    proposals: scored.map((c, n) => ({ ...c, rank: n + 1, adjustedRank: places.get(c.id) ?? n + 1 })),
  };
}

export async function harshnessIn(
  db: Database,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof getHarshness>> {
  const { mean, reviewers, proposals } = await readHarshness(db, actor, id);
  return {
    mean,
    reviewers: reviewers.map(r => ({ ...r, id: r.userId, adjusted: isAdjusted(r) })),
    proposals: [...proposals],
  };
}

interface HarshnessLine {
  readonly review: Named;
  readonly reviewer: Severity;
  readonly proposal: Judged['proposals'][number];
}

export const HARSHNESS_COLUMNS: Columns<HarshnessLine> = {
  codigo: r => r.proposal.code,
  titulo: r => r.proposal.title,
  estado: r => statusLabel(r.proposal.status),
  evaluador: r => r.review.name,
  puntaje: r => r.review.score,
  ajuste: r => r.reviewer.shift,
  puntaje_ajustado: r => hundredths(r.review.score + r.reviewer.shift),
  evaluaciones_del_evaluador: r => r.reviewer.reviews,
  promedio_del_evaluador: r => r.reviewer.mean,
  diferencia_del_evaluador: r => r.reviewer.difference,
  puntaje_final: r => r.proposal.score,
  lugar: r => r.proposal.rank,
  puntaje_final_ajustado: r => r.proposal.adjusted,
  lugar_ajustado: r => r.proposal.adjustedRank,
};

/** A row a review, so that whoever reads it can work it out again. */
export async function* harshnessLines(
  db: Database,
  actor: Actor,
  _query: object,
  { call: id }: { call: string },
) {
  const { reviews, reviewers, proposals } = await readHarshness(db, actor, id);
  const byUser = new Map(reviewers.map(r => [r.userId, r]));
  const byProject = Map.groupBy(reviews, r => r.projectId);
  yield proposals.flatMap(proposal =>
    (byProject.get(proposal.id) ?? []).flatMap((review): HarshnessLine[] => {
      const reviewer = byUser.get(review.userId);
      return reviewer ? [{ review, reviewer, proposal }] : [];
    }),
  );
}

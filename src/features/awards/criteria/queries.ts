import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { type Criterion, hundredths } from '../../../domain/calls/scoring.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { freeOf } from '../../../server/part-taking/queries.ts';
import { readStanding, requireJudged } from '../queries.ts';
import type { Criteria } from './contract.ts';

type Points = Readonly<Record<string, number | null>>;

/** Points of confirmed reviews by project; as in the file of scores, none of one's own. */
async function readPoints(
  db: Database,
  actor: Actor,
  projects: readonly string[],
): Promise<ReadonlyMap<string, readonly Points[]>> {
  const { rows } = await sql<{ id: string; points: Points[] }>`
    select p.id, json_agg(r.points) as points from projects p join reviews r on r.project_id = p.id
    where p.id = any(${[...projects]}::uuid[]) and r.state = ${lit.review('confirmed')} and ${freeOf(actor)}
    group by p.id`.execute(db);
  return new Map(rows.map(r => [r.id, r.points]));
}

/** As in the score, what one review leaves without points counts nothing; what all leave so is not known. */
function meanOf(reviews: readonly Points[], { id, maxPoints }: Criterion): number | null {
  if (reviews.every(points => (points[id] ?? null) === null)) return null;
  const points = reviews.map(given => Math.min(Math.max(given[id] ?? 0, 0), maxPoints));
  return hundredths((100 * points.reduce((a, b) => a + b, 0)) / (points.length * maxPoints));
}

const MOST = 200;

export async function criteriaIn(db: Database, actor: Actor, id: string): Promise<Criteria> {
  const call = await requireJudged(db, actor, id);
  const { criteria } = call.rubric;
  const standing = await readStanding(db, actor, call);
  const given = await readPoints(
    db,
    actor,
    standing.map(c => c.id),
  );
  const scored = standing.filter(c => c.score !== null && given.has(c.id));
  return {
    criteria: criteria.map(({ id: key, name }) => ({ id: key, name })),
    proposals: scored.slice(0, MOST).map(({ id: key, kind, code, title }) => ({
      ...{ id: key, kind, code, title },
      means: criteria.map(c => meanOf(given.get(key) ?? [], c)),
    })),
    total: scored.length,
  };
}

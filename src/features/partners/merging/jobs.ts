import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTransaction } from '../../../db/again.ts';
import type { Database } from '../../../db/pool.ts';
import type { Deps } from '../../../server/deps.ts';
import type { Job } from '../../../server/jobs.ts';
import { alikeFrom, alikeRows, PAIR_ALIKE, rareWords } from '../../organisations/queries.ts';
import { comparedAs, countUncompared, isPair, isUncompared } from './queries.ts';

/** A statement is to take about so long: between two of them whoever types finds the database free. */
const STATEMENT_MS = 150;
const FIRST_ROWS = 20;
const MOST_ROWS = 300;
/** One run ends before the next one is due. */
const RUN_MS = 50_000;
/** How much of the time it leaves to others. */
const PAUSE_PART = 0.1;

interface Comparing {
  readonly forMs?: number;
  /** Milliseconds that a batch took. */
  readonly onBatch?: (ms: number) => void;
}

/**
 * Compares organisations whose name or RUT is not what they were compared with to all others, and keeps the pairs that
 * may be one. Ends when none is left or its time is up; again, or in several copies at once, it goes on from there.
 */
export async function compareOrganisations(
  db: Database,
  { forMs = RUN_MS, onBatch }: Comparing = {},
): Promise<{ compared: number; left: number }> {
  const began = performance.now();
  let compared = 0;
  for (let rows = FIRST_ROWS; ; ) {
    const from = performance.now();
    const done = await compareSome(db, rows);
    const took = performance.now() - from;
    if (done > 0) onBatch?.(took);
    compared += done;
    // Fewer than asked for: the others are held by somebody who changes them, and come next time.
    if (done < rows || performance.now() - began > forMs) break;
    rows = Math.max(1, Math.min(MOST_ROWS, 2 * rows, Math.round((rows * STATEMENT_MS) / took)));
    await wait(took * PAUSE_PART);
  }
  return { compared, left: await countUncompared(db) };
}

async function compareSome(db: Database, most: number): Promise<number> {
  return inTransaction(db, async tx => {
    // One at a time: what another copy finds with an older name would stay.
    await sql`lock table organisation_pairs in share row exclusive mode`.execute(tx);
    const { rows } = await sql<{ done: number }>`
      with next as materialized (
        select o.id, o.core, o.rut, ${comparedAs('o')} as compared from organisations o where ${isUncompared}
        order by o.id limit ${most} for no key update skip locked),
      batch as materialized (select n.*, ${rareWords(sql`n.core`)} as rare, ${alikeFrom(PAIR_ALIKE)} from next n),
      found as (select a_id, b_id, max(likeness) as likeness from (${alikeRows(
        sql`batch`,
        sql`least(o.id, f.id) as a_id, greatest(o.id, f.id) as b_id`,
        sql`o.id <> f.id and o.merged_into is null and (o.rut is null or f.rut is null)`,
      )}) p group by 1, 2),
      gone as (
        delete from organisation_pairs p
        where (p.a_id in (select id from next) or p.b_id in (select id from next)) and p.distinct_at is null
          and not exists (select from organisations x, organisations y where x.id = p.a_id and y.id = p.b_id and ${isPair})),
      kept as (
        insert into organisation_pairs (a_id, b_id, likeness) select a_id, b_id, likeness from found
        on conflict (a_id, b_id) do update set likeness = excluded.likeness
          where organisation_pairs.likeness <> excluded.likeness),
      done as (update organisations o set compared = n.compared from next n where o.id = n.id returning o.id)
      select count(*)::int as done from done`.execute(tx);
    return rows[0]?.done ?? 0;
  });
}

export const pairJobs = ({ db }: Deps): Job[] => [
  { name: 'partners.pairs', cron: '* * * * *', pollSeconds: 30, run: () => compareOrganisations(db) },
];

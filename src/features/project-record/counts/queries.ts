import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';

/** Of the statement's own snapshot; it grows with every change that a count of projects may depend on. */
export const STAMP = precompile(sql`(select sum(n)::text from project_changes)`);

/** Counted in the snapshot that has this stamp: exact for as long as the stamp stays the same. */
export interface Stamped {
  readonly stamp: string;
}

const KEPT_MS = 10_000;
const MOST_KEPT = 2000;

/** Counts kept in the process by a key of what was counted; nothing is kept without one. */
export function rememberCounts<C extends Stamped>() {
  const memories = new WeakMap<Database, Map<string, { counted: C; until: number }>>();
  const counting = new WeakMap<Database, Map<string, Promise<unknown>>>();

  const known = (db: Database, key: string | null): C | undefined => {
    const hit = key === null ? undefined : memories.get(db)?.get(key);
    return hit && hit.until > Date.now() ? hit.counted : undefined;
  };

  const keep = (db: Database, key: string | null, counted: C): void => {
    if (key === null) return;
    const memory = memories.get(db) ?? new Map<string, { counted: C; until: number }>();
    memories.set(db, memory);
    if (memory.size >= MOST_KEPT) memory.clear();
    memory.set(key, { counted, until: Date.now() + KEPT_MS });
  };

  /** Counted under this stamp or a later one. Of many who ask at once after a change one counts. */
  const since = async (db: Database, key: string, stamp: string, count: () => Promise<C>): Promise<C> => {
    const under = counting.get(db) ?? new Map<string, Promise<unknown>>();
    counting.set(db, under);
    for (;;) {
      const hit = known(db, key);
      if (hit && BigInt(hit.stamp) >= BigInt(stamp)) return hit;
      // What was begun before this reader's statement may be older than that: then it is counted once more.
      await (under.get(key) ?? start());
    }
    function start(): Promise<unknown> {
      const counts = count()
        .then(counted => keep(db, key, counted))
        .finally(() => under.delete(key));
      under.set(key, counts);
      return counts;
    }
  };

  return { known, keep, since };
}

import type { Database } from '../src/db/pool.ts';

/** What the audit holds of one thing, the oldest first; of one action alone where it is named. */
export const auditOf = ({ db }: { db: Database }, objectId: string, action?: string) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('object_id', '=', objectId)
    .$if(action !== undefined, query => query.where('action', '=', action ?? ''))
    .orderBy('id')
    .execute();

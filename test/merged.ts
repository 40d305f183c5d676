import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import { PEOPLE, userIdOf } from './demo.ts';

/** An organisation as it stands once it is merged into another; nothing of it is taken over but its name. */
export async function merge(db: Database, id: string, into: string): Promise<void> {
  await sql`
    with root as (select canonical_id as id from organisations where id = ${into})
    update organisations set kept_id = (select id from root),
      merged_into = case id when ${id} then ${into}::uuid else merged_into end
    where id = ${id} or kept_id = ${id}`.execute(db);
  await sql`
    update organisations k set aliases = btrim(k.aliases || e'\n' || o.name, e'\n')
    from organisations o where o.id = ${id} and k.id = ${into}`.execute(db);
  await db
    .insertInto('organisation_merges')
    .values({ merged_id: id, into_id: into, merged_by: userIdOf(PEOPLE.admin) })
    .execute();
}

/** As if it had never been merged. */
export async function undoMerge(db: Database, id: string): Promise<void> {
  await sql`
    update organisations k set aliases = '' from organisations o
    where o.id = ${id} and k.id = o.merged_into`.execute(db);
  await sql`update organisations set merged_into = null, kept_id = null where id = ${id}`.execute(db);
  await sql`
    update organisation_merges set undone_at = now(), undone_by = ${userIdOf(PEOPLE.admin)}
    where merged_id = ${id} and undone_at is null`.execute(db);
}

import { sql } from 'kysely';
import { FIRST_KINDS } from '../domain/kinds/index.ts';
import { knownFields } from '../domain/kinds/later-fields.ts';
import { HOLIDAYS } from '../domain/kit/holidays.ts';
import type { Database } from './pool.ts';

/** Publishes version 1 of each kind where there is none yet; safe with several copies starting at once. */
export async function publishFirstKinds(db: Database): Promise<void> {
  const kinds = Object.values(FIRST_KINDS);
  await db.transaction().execute(async tx => {
    await tx
      .insertInto('kinds')
      .values(kinds.map(k => ({ slug: k.slug, current_version: 1 })))
      .onConflict(conflict => conflict.doNothing())
      .execute();
    await tx
      .insertInto('kind_versions')
      .values(
        kinds.map(k => ({ slug: k.slug, version: 1, definition: JSON.stringify(k), fields: knownFields() })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute();
  });
}

/** National holidays, once: what an office takes out afterwards stays out. */
export async function writeFirstHolidays(db: Database): Promise<void> {
  await sql`
    insert into holidays (day, name)
    select h.day, h.name from json_to_recordset(${JSON.stringify(HOLIDAYS)}) as h (day date, name text)
    where not exists (select from holidays)
    on conflict do nothing`.execute(db);
}

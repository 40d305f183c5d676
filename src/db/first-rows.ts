import { sql } from 'kysely';
import { FIRST_KINDS } from '../domain/kinds/index.ts';
import { knownFields } from '../domain/kinds/later-fields.ts';
import { HOLIDAYS } from '../domain/kit/holidays.ts';
import { PROCESSING_ACTIVITIES } from '../domain/privacy/processing-activities.ts';
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

/**
 * What the application itself does with data of persons, where the register does not have it yet: what the office
 * changed stays. Its own activity of the same name keeps the name.
 */
export async function writeFirstProcessing(db: Database): Promise<void> {
  const rows = Object.entries(PROCESSING_ACTIVITIES).map(([key, activity]) => ({ key, ...activity }));
  await sql`
    insert into processing_activities
      (key, name, purpose, legal_basis, people, data, source, recipients, transfers, kept, security)
    select a.key,
      a.name || case when exists (
        select from processing_activities o where plain(o.name) = plain(a.name) and o.key is distinct from a.key)
        then ' (plataforma)' else '' end,
      a.purpose, a."legalBasis", a.people, a.data, a.source, a.recipients, a.transfers, a.kept, a.security
    from json_to_recordset(${JSON.stringify(rows)}) as a (key text, name text, purpose text, "legalBasis" text,
      people text, data text, source text, recipients text, transfers text, kept text, security text)
    where a.key not in (select key from processing_activities where key is not null)
    on conflict do nothing`.execute(db);
}

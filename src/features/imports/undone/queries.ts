import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import type { Undone } from './contract.ts';

const ofPast = sql`exists (select from projects p where p.id = t.project_id and p.historic)`;
/** Rows of a table, `t`, that are none of what its noun is called. */
const THERE: Partial<Record<ImportNoun, RawBuilder<unknown>>> = {
  organisations: sql`t.merged_into is null`,
  projects: sql`t.historic`,
  activities: ofPast,
  indicators: ofPast,
};

/** What became of an import that was undone; `table` is where rows of its noun are stored. */
export async function findUndone(
  db: Database,
  { id, noun }: { readonly id: string; readonly noun: ImportNoun },
  table: string,
): Promise<Undone> {
  const { rows } = await sql<
    Omit<Undone, 'again'> & { againId: string | null; fileName: string; at: string; rows: number }
  >`
    select coalesce(u.name, '') as by,
      (select count(*)::int from ${sql.table(table)} t where ${THERE[noun] ?? sql`true`}) as now,
      coalesce(jsonb_array_length(i.created_units -> 'schools'), 0)
        + coalesce(jsonb_array_length(i.created_units -> 'faculties'), 0)
        + coalesce(jsonb_array_length(i.created_units -> 'organisations'), 0) as units,
      a.id as "againId", a.file_name as "fileName", a.applied_at as at, a.rows
    from imports i left join users u on u.id = i.undone_by
      left join lateral (
        select n.id, n.file_name, n.applied_at, count(distinct r.key)::int as rows
        from imports n
          join import_rows x on x.import_id = n.id and x.result in ('new', 'changed', 'unchanged')
          join import_rows r on r.import_id = i.id and r.key = x.key and r.result in ('new', 'changed')
        where n.noun = i.noun and n.state = ${lit.import('done')} and n.applied_at > i.undone_at and x.key <> ''
        group by n.id order by n.applied_at desc limit 1) a on true
    where i.id = ${id}`.execute(db);
  const { againId, fileName, at, rows: count, ...rest } = rows[0] ?? NOTHING;
  return { ...rest, again: againId ? { id: againId, fileName, at, rows: count } : null };
}

const NOTHING = { by: '', now: 0, units: 0, againId: null, fileName: '', at: '', rows: 0 };

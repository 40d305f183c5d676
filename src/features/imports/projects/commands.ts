import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { type HistoryRow, writeEntries } from '../../project-record/history/commands.ts';

/** Rows of an import, as a condition on `r`. */
type Rows = RawBuilder<unknown>;

interface Writing {
  readonly tx: Transaction;
  readonly actor: { readonly id: string };
  readonly now: Date;
  readonly id: string;
}

/**
 * Codes of our own pattern move the number that new projects go on from. The rows stay locked until the import is
 * written, so that nobody is given such a code meanwhile.
 */
export async function reserveCodes({ tx, id }: Writing): Promise<void> {
  await sql`
    with codes as (
      select regexp_match(r.target ->> 'code', '^([A-Z]{3})-(\\d{4})-(\\d{4,6})$') as m
      from import_rows r where r.import_id = ${id} and r.result = 'new'
    )
    insert into project_correlatives as c (kind, year, last)
    select k.slug, m[2]::int, max(m[3]::int) from codes
      join kinds k on true join kind_versions v on v.slug = k.slug and v.version = k.current_version
        and v.definition ->> 'prefix' = m[1]
    where m[3] = lpad(m[3]::int::text, 4, '0') group by k.slug, m[2]
    order by 1, 2
    on conflict (kind, year) do update set last = greatest(c.last, excluded.last)`.execute(tx);
}

/** What the sections of changed projects were, beside their columns. */
export async function rememberSections({ tx }: Writing, rows: Rows): Promise<void> {
  await sql`
    update import_rows r set before = r.before || jsonb_build_object('sections', coalesce(
      (select jsonb_object_agg(c.section, c.data) from project_sections c
        where c.project_id = r.object_id and (r.target -> 'sections') ? c.section), '{}'))
    where ${rows} and r.result = 'changed'`.execute(tx);
}

/** Sections of each row as `json` has them. */
async function writeSections({ tx, actor }: Writing, rows: Rows, json: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into project_sections as c (project_id, section, data, updated_at, updated_by)
    select r.object_id, e.key, e.value, now(), ${actor.id}::uuid
    from import_rows r cross join lateral jsonb_each(${json}) e where ${rows}
    on conflict (project_id, section) do update set data = excluded.data, version = c.version + 1,
      updated_at = excluded.updated_at, updated_by = excluded.updated_by`.execute(tx);
}

/** A running project is held by its lead, any other past one by nobody. */
async function writeHolders({ tx }: Writing, rows: Rows): Promise<void> {
  const ids = sql`select r.object_id from import_rows r where ${rows}`;
  await sql`
    with gone as (
      delete from project_holders h using projects p
      where h.project_id = p.id and p.id in (${ids}) and (p.status <> ${lit.status('running')} or h.user_id <> p.lead_id)
    )
    insert into project_holders (project_id, user_id, via)
    select p.id, p.lead_id, 'lead' from projects p where p.id in (${ids}) and p.status = ${lit.status('running')}
    on conflict do nothing`.execute(tx);
}

/** One entry for each project: where it came from. */
async function writeOrigins(w: Writing, rows: Rows, said: string): Promise<void> {
  const { rows: entries } = await sql<HistoryRow>`
    select p.id as "projectId", 'import' as action, p.status as "to",
      coalesce(r.before -> 'columns' ->> 'status', case when r.result = 'changed' then p.status end) as "from",
      ${said}::text || ' «' || i.file_name || '».' as note
    from import_rows r join projects p on p.id = r.object_id join imports i on i.id = ${w.id}
    where ${rows}`.execute(w.tx);
  await writeEntries(w, entries);
}

const NEW = sql`r.result = 'new'`;
const CHANGED = sql`r.result = 'changed'`;

/** What a past project is besides its columns; after these are written. */
export async function writeRecords(w: Writing, rows: Rows): Promise<void> {
  const written = sql`${rows} and r.result in ('new', 'changed')`;
  await writeSections(w, written, sql`r.target -> 'sections'`);
  await writeHolders(w, written);
  await writeOrigins(w, sql`${rows} and ${NEW}`, 'Importado de');
  await writeOrigins(w, sql`${rows} and ${CHANGED}`, 'Actualizado con');
}

/** Puts sections and holders back; sections that were not there go. */
export async function restoreRecords(w: Writing, rows: Rows): Promise<void> {
  const changed = sql`${rows} and ${CHANGED}`;
  await sql`
    delete from project_sections c using import_rows r
    where ${changed} and c.project_id = r.object_id and (r.target -> 'sections') ? c.section
      and not (r.before -> 'sections') ? c.section`.execute(w.tx);
  await writeSections(w, changed, sql`r.before -> 'sections'`);
  await writeHolders(w, changed);
  await writeOrigins(w, changed, 'Se deshizo lo importado de');
}

import { type RawBuilder, sql } from 'kysely';
import type { ExecutionNoun } from '../../../domain/imports/nouns.ts';
import type { Command } from '../../../server/commands/command.ts';
import { brought } from './queries.ts';

interface Writing extends Pick<Command<{ readonly id: string }>, 'tx' | 'actor' | 'recordRows'> {
  readonly id: string;
}

const bringing = (id: string) => sql`r.import_id = ${id} and r.result = 'new' and r.target ? 'entry'`;

/**
 * Adds the indicators that rows bring to the section of their projects, which are held, and tells those rows their id
 * and the others of the same indicator.
 */
export async function addIndicators({ tx, actor, id }: Writing): Promise<void> {
  await sql`
    update import_rows r set target = r.target || jsonb_build_object('indicator_id', new_id()::text,
      'hadSection', exists (select from project_sections s
        where s.project_id = (r.target ->> 'project_id')::uuid and s.section = 'indicators'))
    where ${bringing(id)}`.execute(tx);
  await sql`
    update import_rows r set target = r.target || jsonb_build_object('indicator_id', d.target ->> 'indicator_id')
    from import_rows d
    where r.import_id = ${id} and r.result = 'new' and r.target ? 'definedAt'
      and d.import_id = ${id} and d.line = (r.target ->> 'definedAt')::int`.execute(tx);
  await sql`
    insert into project_sections as c (project_id, section, data, updated_at, updated_by)
    select (r.target ->> 'project_id')::uuid, 'indicators', jsonb_build_object('indicators', jsonb_agg(
      r.target -> 'entry' || jsonb_build_object('id', r.target ->> 'indicator_id') order by r.line)), now(), ${actor.id}::uuid
    from import_rows r where ${bringing(id)} group by 1
    on conflict (project_id, section) do update set version = c.version + 1, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by,
      data = c.data || jsonb_build_object('indicators',
        coalesce(c.data -> 'indicators', '[]') || (excluded.data -> 'indicators'))`.execute(tx);
}

/** Takes the indicators back that the import brought, and the section where it had brought that, too. */
export async function removeIndicators({ tx, actor, id }: Writing): Promise<void> {
  await sql`
    with b as (select x.project_id, array_agg(x.indicator_id) as ids from (${brought(id)}) x group by 1)
    update project_sections s set version = s.version + 1, updated_at = now(), updated_by = ${actor.id},
      data = s.data || jsonb_build_object('indicators', coalesce((
        select jsonb_agg(e.entry order by e.n)
        from jsonb_array_elements(s.data -> 'indicators') with ordinality e (entry, n)
        where e.entry ->> 'id' <> all(b.ids)), '[]'))
    from b where s.section = 'indicators' and s.project_id = b.project_id`.execute(tx);
  await sql`
    delete from project_sections s using import_rows r
    where ${bringing(id)} and r.target -> 'hadSection' = 'false' and s.section = 'indicators'
      and s.project_id = (r.target ->> 'project_id')::uuid and s.data -> 'indicators' = '[]'`.execute(tx);
}

/** Keeps the projects that an import wrote into as they are until the end, before anything of theirs. */
export async function holdTargets({ tx, id }: Pick<Writing, 'tx' | 'id'>): Promise<void> {
  await sql`
    select from projects where id in (
      select (r.target ->> 'project_id')::uuid from import_rows r where r.import_id = ${id} and r.result <> 'wrong')
    order by id for no key update`.execute(tx);
}

const DONE = {
  activities: { written: 'activity.import', taken: 'activity.import_undo', what: 'activity' },
  indicators: { written: 'measurement.import', taken: 'measurement.import_undo', what: 'measurement' },
} as const;

/** One entry for each row, found with what else happened to its project. */
export async function auditExecution(
  w: Writing,
  noun: ExecutionNoun,
  rows: RawBuilder<unknown>,
  changes: RawBuilder<unknown>,
  isUndone: boolean,
): Promise<void> {
  const { written, taken, what } = DONE[noun];
  await w.recordRows(
    { action: isUndone ? taken : written, objectType: 'project' },
    sql`
    select r.target ->> 'project_id' as object_id,
      ${changes} - 'project' || jsonb_build_object(${what}::text, jsonb_build_array(null, r.object_id::text)) as changes
    from import_rows r where ${rows} and r.result in ('new', 'changed') order by r.line`,
  );
}

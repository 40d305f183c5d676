import { type RawBuilder, sql } from 'kysely';
import { lit } from '../../../db/states.ts';
import type { AuditObject } from '../../../domain/audit/objects.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import { type ExecutionNoun, type ImportNoun, isExecution } from '../../../domain/imports/nouns.ts';
import { keepAnAdministrator } from '../../../server/commands/administrators.ts';
import type { Command } from '../../../server/commands/command.ts';
import { giveRole } from '../../../server/commands/heads.ts';
import { renewHolders } from '../../workflow/holders/commands.ts';
import { ofPeople, ofSchools, ofUnits } from '../../workflow/holders/queries.ts';
import { addIndicators, auditExecution } from '../execution/commands.ts';
import { rememberSections, reserveCodes, writeRecords } from '../projects/commands.ts';
import { tableOf } from '../queries.ts';
import { columnsOf, LINKS } from './queries.ts';

/** An import under way, and who answers for it. */
export interface Writing extends Command<{ readonly id: string }> {
  readonly id: string;
  readonly noun: ImportNoun;
}

const CHUNK = 2000;

const refs = (columns: readonly string[], of?: string) =>
  sql.join(columns.map(c => (of ? sql.ref(`${of}.${c}`) : sql.ref(c))));

/** Columns of the table taken from a row's JSON. */
const columnsFrom = (noun: ImportNoun, json: RawBuilder<unknown>) =>
  sql`cross join lateral jsonb_populate_record(null::${sql.table(tableOf(noun))}, ${json}) v`;

/** What the changed rows were, so that the import can be undone. */
async function remember({ tx, noun }: Writing, rows: RawBuilder<unknown>): Promise<void> {
  const columns = [...columnsOf(noun), ...(IMPORTS[noun].remembers ? ['source'] : [])];
  const links = Object.entries(LINKS[noun]).map(([field, { table, owner, other }]) => {
    return sql`case when r.links ? ${field} then jsonb_build_object(${field}::text, coalesce(
      (select jsonb_agg(l.${sql.ref(other)}::text) from ${sql.table(table)} l where l.${sql.ref(owner)} = t.id), '[]'))
      else '{}' end`;
  });
  await sql`
    update import_rows r set before = jsonb_build_object(
      'columns', (select jsonb_object_agg(e.key, e.value) from jsonb_each(to_jsonb(t)) e
        where e.key = any(${columns}::text[])),
      'links', ${links.length > 0 ? sql.join(links, sql` || `) : sql`'{}'::jsonb`})
    from ${sql.table(tableOf(noun))} t
    where ${rows} and t.id = r.object_id and r.result in ('changed', 'unchanged')`.execute(tx);
}

/** What a row has besides the columns that every import writes: once it is there, and when it changes. */
function besides(noun: ImportNoun, actor: { readonly id: string }) {
  const author = sql`${actor.id}::uuid`;
  if (isExecution(noun))
    return {
      born: { author_id: author, import_key: sql`r.key`, imported_at: sql`now()` },
      changed: sql`version = t.version + 1, imported_at = now(),`,
    };
  const hasCreator = noun === 'projects' || noun === 'organisations';
  const born: Record<string, RawBuilder<unknown>> = hasCreator ? { created_by: author } : {};
  return { born, changed: noun === 'projects' ? sql`version = t.version + 1,` : sql`` };
}

async function writeColumns({ tx, noun, actor }: Writing, rows: RawBuilder<unknown>): Promise<void> {
  const columns = columnsOf(noun);
  const source = IMPORTS[noun].remembers;
  const { born, changed } = besides(noun, actor);
  const more = Object.entries(born);
  await sql`
    insert into ${sql.table(tableOf(noun))} (id, ${refs(columns)}, ${source ? sql`source,` : sql``}
      ${sql.join(
        more.map(([column]) => sql`${sql.ref(column)},`),
        sql` `,
      )} updated_by)
    select r.object_id, ${refs(columns, 'v')}, ${source ? sql`r.source,` : sql``}
      ${sql.join(
        more.map(([, value]) => sql`${value},`),
        sql` `,
      )} ${actor.id}
    from import_rows r ${columnsFrom(noun, sql`r.target`)} where ${rows} and r.result = 'new'`.execute(tx);
  await sql`
    update ${sql.table(tableOf(noun))} t set (${refs(columns)}) = row(${refs(columns, 'v')}),
      ${source ? sql`source = r.source,` : sql``} ${changed}
      updated_at = now(), updated_by = ${actor.id}
    from import_rows r ${columnsFrom(noun, sql`r.target`)}
    where ${rows} and r.result = 'changed' and t.id = r.object_id`.execute(tx);
  if (source)
    await sql`
      update ${sql.table(tableOf(noun))} t set source = r.source from import_rows r
      where ${rows} and r.result = 'unchanged' and t.id = r.object_id and t.source <> r.source
        ${isExecution(noun) ? sql`and t.import_key is not null` : sql``}`.execute(tx);
}

/** Both ends of links, each once. */
export interface LinkPairs {
  readonly owners: string[];
  readonly others: string[];
}

/** Makes the ids in `json` of each row the whole set of its links. @returns whom it concerns. */
export async function writeLinks(
  { tx, noun }: Writing,
  field: string,
  rows: RawBuilder<unknown>,
  json: RawBuilder<unknown>,
): Promise<LinkPairs> {
  const link = LINKS[noun][field];
  if (!link) return { owners: [], others: [] };
  const { table, owner, other, type } = link;
  const [into, has] = [sql.table(table), sql`${rows} and ${json} ? ${field}`];
  const gone = await sql<{ owner: string; other: string }>`
    delete from ${into} l using import_rows r
    where ${has} and l.${sql.ref(owner)} = r.object_id and not (${json} -> ${field}) ? (l.${sql.ref(other)}::text)
    returning l.${sql.ref(owner)} as owner, l.${sql.ref(other)} as other`.execute(tx);
  const come = await sql<{ owner: string; other: string }>`
    insert into ${into} (${sql.ref(owner)}, ${sql.ref(other)})
    select r.object_id, x.id::${sql.raw(type)} from import_rows r cross join lateral jsonb_array_elements_text(${json} -> ${field}) x (id)
    where ${has} on conflict do nothing
    returning ${sql.ref(owner)} as owner, ${sql.ref(other)} as other`.execute(tx);
  const pairs = [...gone.rows, ...come.rows];
  return { owners: [...new Set(pairs.map(p => p.owner))], others: [...new Set(pairs.map(p => p.other))] };
}

/** Heads carry their role, and what their units hold follows them; `pairs` are those of changed links. */
export async function followLinks(w: Writing, field: string, { owners, others }: LinkPairs): Promise<void> {
  const link = LINKS[w.noun][field];
  if (!link?.unit || owners.length === 0) return;
  const [units, people] = link.owner === 'user_id' ? [others, owners] : [owners, others];
  await giveRole(w, link.unit, people);
  const schools = await sql<{ id: string }>`
    select id from schools where id = any(${units}::uuid[]) or faculty_id = any(${units}::uuid[])`.execute(
    w.tx,
  );
  await renewHolders(w, ofUnits(ofSchools(schools.rows.map(s => s.id)), people));
}

/** People whose roles or state an import wrote: heads keep their role, the blocked lose their sessions. */
export async function followPeople(w: Writing, ids: RawBuilder<unknown>): Promise<void> {
  await sql`
    update users u set roles = array(select distinct r from unnest(u.roles
        || case when exists (select from school_heads h where h.user_id = u.id) then '{Director}'::text[] else '{}' end
        || case when exists (select from faculty_heads h where h.user_id = u.id) then '{Dean}'::text[] else '{}' end) r
      order by r)
    where u.id in (${ids})`.execute(w.tx);
  await sql`
    delete from sessions where user_id in (
      select id from users where state = ${lit.user('blocked')} and id in (${ids}))`.execute(w.tx);
  await keepAnAdministrator(w.tx, null);
  const { rows } = await sql<{ id: string }>`${ids}`.execute(w.tx);
  await renewHolders(w, ofPeople(rows.map(r => r.id)));
}

const OBJECTS: Record<Exclude<ImportNoun, ExecutionNoun>, AuditObject> = {
  faculties: 'faculty',
  schools: 'school',
  careers: 'career',
  courses: 'course',
  offerings: 'offering',
  users: 'user',
  organisations: 'organisation',
  projects: 'project',
};

/** One entry for each row written; of what is personal only that it changed, of heads their ids instead of names. */
export async function auditRows(
  w: Writing,
  rows: RawBuilder<unknown>,
  verb: 'imported' | 'import_undone',
): Promise<void> {
  const { personal = [], unaudited = [] } = IMPORTS[w.noun];
  const silent = [...personal, ...unaudited];
  const heads = Object.entries(LINKS[w.noun]).flatMap(([field, { unit }]) => (unit ? [field] : []));
  const changes = sql`
      coalesce((select jsonb_object_agg(e.key,
        case when e.key = any(${silent}::text[]) then '[null, null]'::jsonb
          when e.key = any(${heads}::text[])
            then jsonb_build_array(coalesce(r.before -> 'links' -> e.key, '[]'), coalesce(r.links -> e.key, '[]'))
          else e.value end)
        from jsonb_each(r.changes) e), '{}')`;
  if (isExecution(w.noun)) return auditExecution(w, w.noun, rows, changes, verb === 'import_undone');
  const object = OBJECTS[w.noun];
  await w.recordRows(
    { action: `${object}.${verb}`, objectType: object },
    sql`
    select r.object_id::text as object_id, ${changes} as changes
    from import_rows r where ${rows} and r.result in ('new', 'changed') order by r.line`,
  );
}

/** Writes all rows that are not wrong: a few statements for each part of the file, all in the caller's transaction. */
export async function writeRows(w: Writing, onChunk: (line: number) => Promise<void>): Promise<void> {
  const { tx, id, noun } = w;
  await sql`update import_rows set object_id = new_id() where import_id = ${id} and result = 'new'`.execute(
    tx,
  );
  if (noun === 'projects') await reserveCodes(w);
  if (noun === 'indicators') await addIndicators(w);
  const { rows: ends } = await sql<{ line: number }>`
    select max(line) as line from (
      select line, (row_number() over (order by line) - 1) / ${CHUNK}::int as part
      from import_rows where import_id = ${id}) p group by part order by 1`.execute(tx);
  const found = new Map<string, LinkPairs>();
  let from = 0;
  for (const { line } of ends) {
    const rows = sql`r.import_id = ${id} and r.line > ${from} and r.line <= ${line} and r.result <> 'wrong'`;
    await remember(w, rows);
    if (noun === 'projects') await rememberSections(w, rows);
    await writeColumns(w, rows);
    if (noun === 'projects') await writeRecords(w, rows);
    for (const [field, { unit }] of Object.entries(LINKS[noun])) {
      const pairs = await writeLinks(w, field, rows, sql`r.links`);
      // From heads something follows; of what else is linked there are tens of thousands.
      if (!unit) continue;
      const all = found.get(field) ?? { owners: [], others: [] };
      all.owners.push(...pairs.owners);
      all.others.push(...pairs.others);
      found.set(field, all);
    }
    await auditRows(w, rows, 'imported');
    from = line;
    await onChunk(line);
  }
  for (const [field, pairs] of found) await followLinks(w, field, pairs);
  if (noun === 'users') {
    const written = sql`select object_id as id from import_rows where import_id = ${id} and result in ('new', 'changed')`;
    await followPeople(w, written);
  }
}

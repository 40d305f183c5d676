import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { IMPORTS } from '../../../domain/imports/index.ts';
import type { ImportNoun } from '../../../domain/imports/nouns.ts';
import {
  type Changed,
  MOST_NAMES,
  type Named,
  type Piece,
  sayChanged,
  sayContinued,
  sayMeasured,
  sayRedefined,
  sayUse,
  sayWorkedOn,
  type Use,
} from '../../../domain/imports/obstacles.ts';
import { HEADS_OF_MADE, OTHER_USE, USING } from '../../../domain/imports/uses.ts';
import type { Import } from '../contract.ts';
import { brought } from '../execution/queries.ts';
import { tableOf } from '../queries.ts';
import { LINKS } from '../writing/queries.ts';

type Sql = RawBuilder<unknown>;

interface Naming {
  readonly text: Sql;
  readonly place: Sql;
  readonly beside?: Sql;
}

const placeOf = (of: string, id: Sql) => sql`jsonb_build_object('of', ${sql.lit(of)}, 'id', ${id})`;
const byName = (of: ImportNoun): Naming => ({
  text: sql`'«' || o.name || '»'`,
  place: placeOf(of, sql`o.id`),
});
const projectPlace = (of: string) =>
  sql`${placeOf('projects', sql.ref(`${of}.id`))} || jsonb_build_object('kind', ${sql.ref(`${of}.kind`)})`;
const ofProject = { place: projectPlace('p'), beside: sql`left join projects p on p.id = o.project_id` };

/** What a row of each noun, `o`, is called, and where it is shown. */
const NAMING: Record<ImportNoun, Naming> = {
  faculties: byName('faculties'),
  schools: byName('schools'),
  careers: byName('careers'),
  courses: byName('courses'),
  offerings: {
    text: sql`'«' || k.name || '» ' || o.period || ', sección ' || o.section`,
    place: placeOf('offerings', sql`o.id`),
    beside: sql`left join courses k on k.id = o.course_id`,
  },
  users: { text: sql`o.name`, place: placeOf('users', sql`o.id`) },
  organisations: byName('organisations'),
  projects: {
    text: sql`concat_ws(' ', o.code, '«' || nullif(o.title, '') || '»')`,
    place: projectPlace('o'),
  },
  activities: { text: sql`'«' || o.name || '» de ' || p.code`, ...ofProject },
  indicators: {
    text: sql`'el valor del ' || to_char(o.day, 'DD-MM-YYYY') || ' de ' || p.code`,
    ...ofProject,
  },
};

const PIECE = sql`jsonb_build_object('text', n.text, 'place', n.place)`;

/** The first of the rows that `ids` asks for, and how many there are, as JSON. */
function named(noun: ImportNoun, ids: Sql): Sql {
  const { text, place, beside = sql`` } = NAMING[noun];
  const from = sql`from ${sql.table(tableOf(noun))} o`;
  return sql`jsonb_build_object('count', (select count(*)::int ${from} where o.id in (${ids})),
    'first', (select coalesce(jsonb_agg(${PIECE} order by n.text), '[]') from (
      select ${text} as text, ${place} as place ${from} ${beside} where o.id in (${ids})
      order by 1 limit ${MOST_NAMES}) n))`;
}

/** What belongs to a row and goes with it. */
const OWN = new Set([
  ...Object.values(LINKS).flatMap(links =>
    Object.values(links)
      // What a person heads is withdrawn first; what is left, others gave.
      .filter(link => link.owner !== 'user_id')
      .map(link => `${link.table}.${link.owner}`),
  ),
  'project_sections.project_id',
  'project_holders.project_id',
  'project_parts.project_id',
  // What somebody who goes was told of a step goes with them.
  'notifications.user_id',
  // Told by project and team already.
  'project_parts.user_id',
  'project_history.project_id',
  'project_facts.project_id',
  'project_steps.project_id',
  // Found by the application itself, minutes after an import.
  'organisation_pairs.a_id',
  'organisation_pairs.b_id',
  // Told by its merge already.
  'organisations.merged_into',
  'organisations.kept_id',
]);

interface Referring {
  readonly table: string;
  readonly columns: readonly string[];
  readonly hasProject: boolean;
}

/** Tables that refer to a noun's, read from the foreign keys themselves, so that none is forgotten. */
async function readReferring(tx: Transaction, noun: ImportNoun, isMade: boolean): Promise<Referring[]> {
  const { rows } = await sql<{ table: string; column: string; hasProject: boolean }>`
    select f.conrelid::regclass::text as table, a.attname as column, exists (select from pg_attribute p
      where p.attrelid = f.conrelid and p.attname = 'project_id' and not p.attisdropped) as "hasProject"
    from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = ${tableOf(noun)}::regclass and f.confdeltype <> 'n' order by 1, 2`.execute(
    tx,
  );
  const isOwn = ({ table, column }: { table: string; column: string }) =>
    OWN.has(`${table}.${column}`) && !(isMade && table in HEADS_OF_MADE);
  const foreign = rows.filter(row => !isOwn(row));
  return [...Map.groupBy(foreign, r => r.table)].map(([table, found]) => ({
    table,
    columns: found.map(r => r.column),
    hasProject: found[0]?.hasProject ?? false,
  }));
}

/** Names what one table uses and by what, in one statement. */
async function readUse(
  tx: Transaction,
  noun: ImportNoun,
  ids: Sql,
  { table, columns, hasProject, count, isMade }: Referring & { readonly count: number; isMade: boolean },
): Promise<Use> {
  const using = (isMade ? HEADS_OF_MADE[table] : undefined) ?? USING[table] ?? OTHER_USE;
  const of = using.of ?? (hasProject ? (['projects', 'project_id'] as const) : undefined);
  const thing = of ? sql.ref(of[1]) : sql`null::uuid`;
  const each = columns.map(
    column =>
      sql`select ${thing} as thing, ${sql.ref(column)} as target from ${sql.table(table)} where ${sql.ref(column)} in (${ids})`,
  );
  const { rows } = await sql<{ targets: Named; things: Named }>`
    with u as materialized (${sql.join(each, sql` union `)})
    select ${named(noun, sql`select u.target from u`)} as targets,
      ${of ? named(of[0], sql`select u.thing from u`) : sql`'{"count": 0, "first": []}'::jsonb`} as things`.execute(
    tx,
  );
  const none: Named = { count: 0, first: [] };
  const { targets, things } = rows[0] ?? { targets: none, things: none };
  const isOwn = of?.[0] === noun && columns.length === 1 && columns[0] === of[1];
  const relation = using.are ? 'are' : isOwn ? 'own' : 'of';
  return { words: using.words, count, targets, things, relation, advice: using.advice };
}

/**
 * What refers to rows of a noun, a paragraph for each table. `ids` is a query of the rows' ids; those that were made
 * because others name them had no heads of their own.
 */
export async function usesOf(
  tx: Transaction,
  noun: ImportNoun,
  ids: Sql,
  isMade = false,
): Promise<Piece[][]> {
  const referring = await readReferring(tx, noun, isMade);
  if (referring.length === 0) return [];
  // A row that refers to several of them, or twice, is one.
  const counts = referring.map(({ table, columns }) => {
    const refers = columns.map(column => sql`${sql.ref(column)} in (${ids})`);
    return sql`(select count(*)::int from ${sql.table(table)} where ${sql.join(refers, sql` or `)})`;
  });
  const { rows } = await sql<{ counts: number[] }>`select array[${sql.join(counts)}] as counts`.execute(tx);
  const said: Piece[][] = [];
  for (const [at, each] of referring.entries()) {
    const count = rows[0]?.counts[at] ?? 0;
    if (count > 0) said.push(sayUse(IMPORTS[noun], await readUse(tx, noun, ids, { ...each, count, isMade })));
  }
  return said;
}

const DELETABLE = ['faculty', 'school', 'career', 'course', 'offering', 'user', 'organisation', 'project'];

/**
 * What was written and is no longer so, by a person or by a later import. One that a later import changed and that was
 * put back by its undo is as it was written.
 */
export async function changesSince(
  tx: Transaction,
  { id, noun }: Pick<Import, 'id' | 'noun'>,
): Promise<Piece[][]> {
  const { text, place, beside = sql`` } = NAMING[noun];
  const kind = IMPORTS[noun];
  const { rows } = await sql<Omit<Changed, 'thing'> & { total: number; text: string; place: Piece['place'] }>`
    with w as materialized (
      select r.line, r.object_id, t.id, t.updated_at, i.applied_at, coalesce(r."values" ->> 'name',
        r."values" ->> 'title', r."values" ->> ${kind.key}) as said
      from imports i join import_rows r on r.import_id = i.id and r.result in ('new', 'changed')
        left join ${sql.table(tableOf(noun))} t on t.id = r.object_id
      where i.id = ${id} and (t.id is null or t.updated_at <> i.applied_at)),
    later as (
      select distinct on (x.object_id) x.object_id, x.seen_at, n.id, n.file_name, n.applied_at, n.undone_at
      from imports n join import_rows x on x.import_id = n.id and x.result = 'changed'
      where n.noun = ${noun} and n.id <> ${id} and n.applied_at > (select applied_at from imports where id = ${id})
        and x.object_id in (select object_id from w)
      order by x.object_id, greatest(n.applied_at, n.undone_at) desc),
    c as (
      select w.*, case when w.updated_at = l.applied_at then l.id end as later_id, l.file_name, count(*) over ()::int as total
      from w left join later l on l.object_id = w.object_id and w.updated_at in (l.applied_at, l.undone_at)
      where l.object_id is null or w.updated_at is distinct from l.undone_at
        or abs(extract(epoch from l.seen_at - w.applied_at)) >= 0.001
      order by (w.updated_at = l.applied_at) is not true desc, w.line limit ${MOST_NAMES})
    select c.total, coalesce(${text}, '«' || c.said || '»', 'algo importado') as text,
      case when c.id is not null then ${place} end as place, c.id is null as gone,
      coalesce(d.by, u.name) as by, coalesce(d.at, c.updated_at) as at,
      case when c.later_id is not null then jsonb_build_object('text', '«' || c.file_name || '»', 'place',
        ${placeOf('imports', sql`c.later_id`)} || jsonb_build_object('noun', ${noun}::text)) end as later
    from c left join ${sql.table(tableOf(noun))} o on o.id = c.id ${beside} left join users u on u.id = o.updated_by
      left join lateral (select a.at, v.name as by from audit a left join users v on v.id = a.actor_id
        where c.id is null and a.object_type = any(${DELETABLE}::text[]) and a.object_id = c.object_id::text
          and a.action like '%.deleted' order by a.id desc limit 1) d on true
    order by c.later_id is null desc, c.line`.execute(tx);
  const changed = rows.map(({ text: name, place: where, ...row }) => ({
    ...row,
    thing: { text: name, place: where },
  }));
  return rows[0] ? [sayChanged(kind, rows[0].total, changed)] : [];
}

/**
 * Work on a section does not always touch its project, and the project it continues is named inside a section. A
 * section that says what was imported has nothing to lose, whoever wrote it last: the undo of a later import does.
 */
export async function workSince(tx: Transaction, id: string): Promise<Piece[][]> {
  const { rows } = await sql<{ projects: Named; targets: Named; continuing: Named }>`
    with o as (select r.object_id, r.result, r.target, i.applied_at from imports i join import_rows r on r.import_id = i.id
      where i.id = ${id} and r.result in ('new', 'changed')),
    s as materialized (select c.project_id from project_sections c join o on o.object_id = c.project_id
      where c.updated_at > o.applied_at and c.data is distinct from o.target -> 'sections' -> c.section),
    n as materialized (select c.project_id, o.object_id from project_sections c
      join o on o.object_id = (c.data ->> 'previousProjectId')::uuid
      where c.section = 'identification' and o.result = 'new')
    select ${named('projects', sql`select project_id from s`)} as projects,
      ${named('projects', sql`select object_id from n`)} as targets,
      ${named('projects', sql`select project_id from n`)} as continuing`.execute(tx);
  return rows.flatMap(({ projects, targets, continuing }) => [
    ...(projects.count > 0 ? [sayWorkedOn(projects)] : []),
    ...(targets.count > 0 ? [sayContinued(targets, continuing)] : []),
  ]);
}

/**
 * Indicators that the import brought and somebody has measured or changed since. All that the import measured is still
 * there: what is beyond it is of others.
 */
export async function measuredSince(tx: Transaction, id: string): Promise<Piece[][]> {
  const first = (of: string) => sql`jsonb_build_object('count', (select count(*)::int from ${sql.table(of)}),
    'first', (select coalesce(jsonb_agg(${PIECE} order by n.text), '[]') from (
      select '«' || coalesce(x.entry ->> 'name', '') || '» de ' || p.code as text, ${projectPlace('p')} as place
      from ${sql.table(of)} x join projects p on p.id = x.project_id order by 1 limit ${MOST_NAMES}) n))`;
  const { rows } = await sql<{ measured: Named; changed: Named; count: number }>`
    with b as materialized (${brought(id)}),
    own as materialized (select r.object_id from import_rows r
      where r.import_id = ${id} and r.result = 'new' and r.target ?| array['entry', 'definedAt']),
    m as materialized (select b.project_id, b.entry, count(*)::int as n from b join measurements o
        on o.project_id = b.project_id and o.indicator_id = b.indicator_id
      where o.id not in (select object_id from own) group by 1, 2),
    c as materialized (select b.project_id, b.entry from b where not exists (
      select from project_sections s cross join lateral jsonb_array_elements(s.data -> 'indicators') e (entry)
      where s.project_id = b.project_id and s.section = 'indicators' and e.entry = b.entry))
    select ${first('m')} as measured, ${first('c')} as changed, (select coalesce(sum(n), 0)::int from m) as count`.execute(
    tx,
  );
  return rows.flatMap(({ measured, changed, count }) => [
    ...(measured.count > 0 ? [sayMeasured(measured, count)] : []),
    ...(changed.count > 0 ? [sayRedefined(changed)] : []),
  ]);
}

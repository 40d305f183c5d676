import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { AUTOSAVED, patternsOf } from '../../domain/audit/actions.ts';
import { AUDIT_OBJECTS, type AuditedObject } from '../../domain/audit/objects.ts';
import { auditField, auditLabel, auditValue, isId, settingName } from '../../domain/audit/words.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { closedEntry, readClosed } from '../../server/part-taking/secrecy.ts';
import { equal, type List, listOf, matching, type View } from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { AuditRow, listAudit } from './contract.ts';

type Query = QueryOf<typeof listAudit>;
type Changes = Record<string, readonly [unknown, unknown]>;
type AuditedRow = Omit<AuditRow, 'changes' | 'label' | 'times' | 'until'> & {
  changes: Changes;
  /** The saves that followed it in a row; null where none did. */
  run: { times: number; until: string; changes: Changes[] } | null;
};

/** Where the name of an object is found; ids elsewhere are no UUIDs and must not be read as such. */
const NAMED: Record<string, RawBuilder<unknown>> = {
  ...Object.fromEntries(
    Object.entries<AuditedObject>(AUDIT_OBJECTS).flatMap(([object, { namedIn, namedBy = 'name' }]) =>
      namedIn
        ? [
            [
              object,
              sql`select n.${sql.ref(namedBy)} from ${sql.table(namedIn)} n where n.id = a.object_id::uuid`,
            ],
          ]
        : [],
    ),
  ),
  agreement: sql`select g.number || ' · ' || o.name from agreements g
    join organisations o on o.id = g.organisation_id where g.id = a.object_id::uuid`,
  certificate: sql`select c.folio || ' · ' || c.name from certificates c where c.id = a.object_id::uuid`,
  dataRequest: sql`select r.code from data_requests r where r.id = a.object_id::uuid`,
  download: sql`select d.title from downloads d where d.id = a.object_id::uuid`,
  import: sql`select i.file_name from imports i where i.id = a.object_id::uuid`,
  mail: sql`select m.subject from mails m where m.id = a.object_id::uuid`,
  project: sql`select p.code || ' · ' || p.title from projects p where p.id = a.object_id::uuid`,
  provider: sql`select initcap(a.object_id)`,
  tenant: sql`select a.object_id`,
  wave: sql`select w.title from waves w where w.id = a.object_id::uuid`,
  course: sql`select c.code || ' ' || c.name from courses c where c.id = a.object_id::uuid`,
  dataIncident: sql`select i.code from data_incidents i where i.id = a.object_id::uuid`,
  deputation: sql`select p.name || ' → ' || d.name from deputations x
    join users p on p.id = x.principal_id join users d on d.id = x.deputy_id where x.id = a.object_id::uuid`,
  kind: sql`select v.definition->>'label' from kinds k join kind_versions v
    on v.slug = k.slug and v.version = k.current_version where k.slug = a.object_id`,
  offering: sql`select c.code || ' ' || o.period || ' ' || o.section from course_offerings o
    join courses c on c.id = o.course_id where o.id = a.object_id::uuid`,
};

const nameOfObject = sql`case a.object_type ${sql.join(
  Object.entries(NAMED).map(([type, query]) => sql`when ${sql.lit(type)} then (${query})`),
  sql` `,
)} end`;

const PATTERNS = sql`array[${sql.join(AUTOSAVED.map(pattern => sql.lit(pattern)))}]`;

/** What followed an autosave in a row: entries of the same thing up to the next that stands for itself. */
const run = sql`case when a.action like any(${PATTERNS}) and not a.follows then (
  select json_build_object('times', count(*)::int, 'until', max(f.at), 'changes', json_agg(f.changes order by f.id))
  from audit f where f.object_type = a.object_type and f.object_id = a.object_id and f.follows and f.id > a.id
    and f.id < coalesce((select min(n.id) from audit n where n.object_type = a.object_type
      and n.object_id = a.object_id and n.id > a.id and not n.follows), ${sql.lit('9223372036854775807')}::bigint)
  having count(*) > 0) end`;

const viewWith = (following: RawBuilder<unknown>): View<Query> => ({
  from: sql`audit a`,
  joins: sql`left join users w on w.id = a.actor_id`,
  select: sql`a.id::text as id, a.at, a.action, a.changes, a.address, a.request_id as "requestId",
    case when w.id is not null then json_build_object('id', w.id, 'name', w.name) end as actor,
    json_build_object('type', a.object_type, 'id', a.object_id, 'name', ${nameOfObject},
      'kind', case a.object_type when 'project'
        then (select p.kind from projects p where p.id = a.object_id::uuid) end) as object,
    ${following} as run`,
  sorts: { at: sql`a.at` },
  key: sql`a.id`,
});

/** Projects by code, people by name: what somebody who looks for an entry has at hand. */
const about = (q: string | undefined) =>
  q
    ? [
        sql`(a.object_type, a.object_id) in (
          select 'project', p.id::text from projects p where p.code like ${`${q.toUpperCase().replace(/[\\%_]/g, String.raw`\$&`)}%`}
          union all select 'user', u.id::text from users u where ${sql.join(matching('u.search', q), sql` and `)})`,
      ]
    : [];

const midnight = (date: string, days = 0) =>
  sql`(${date}::date + ${sql.lit(days)})::timestamp at time zone 'America/Santiago'`;

function conditionsOf({ entry, each, actor, object, objectId, kind, from, to, q }: Query) {
  return [
    ...(each || entry ? [] : [sql`not a.follows`]),
    ...(entry ? [sql`a.id = ${entry}`] : []),
    ...equal('a.actor_id', actor),
    ...equal('a.object_type', object),
    ...equal('a.object_id', objectId),
    ...(kind ? [sql`a.action like any(${patternsOf(kind)})`] : []),
    ...(from ? [sql`a.at >= ${midnight(from)}`] : []),
    ...(to ? [sql`a.at < ${midnight(to, 1)}`] : []),
    ...about(q),
  ];
}

const DAY = sql`to_char(day, 'DD-MM-YYYY')`;
/** Tables of what changes mention by id, with what tells it from others of its kind. */
const MENTIONED: Readonly<Record<string, RawBuilder<unknown>>> = {
  ...Object.fromEntries(
    [
      ...['users', 'schools', 'faculties', 'organisations', 'instruments', 'themes', 'calls'],
      ...['call_lines', 'activities', 'voucher_types', 'institutional_indicators'],
    ].map(table => [table, sql`name`]),
  ),
  ...{
    careers: sql`label`,
    courses: sql`code || ' ' || name`,
    projects: sql`code`,
    certificates: sql`folio`,
    waves: sql`title`,
  },
  ...{ meetings: DAY, measurements: DAY, payments: sql`reference`, refunds: sql`reference` },
  ...{ action_items: sql`text`, expenses: sql`description`, statements: sql`number::text` },
};

/** Names of people, units and other things that the changes of a page mention by id, in one query. */
async function namesIn(db: Database, rows: readonly AuditedRow[]): Promise<Map<string, string>> {
  const values = rows.flatMap(r => Object.values(r.changes).flat(2));
  const ids = [...new Set(values.filter(isId))];
  if (ids.length === 0) return new Map();
  const named = Object.entries(MENTIONED).map(
    ([table, name]) =>
      sql`select id, ${name} as name from ${sql.table(table)} where id = any(${ids}::uuid[])`,
  );
  const { rows: found } = await sql<{
    id: string;
    name: string;
  }>`${sql.join(named, sql` union all `)}`.execute(db);
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Of a value with parts the trace keeps only that it changed. */
const isSame = ([before, after]: readonly [unknown, unknown]) =>
  before !== '…' && JSON.stringify(before) === JSON.stringify(after);

/** What saves in a row came to: each field as it was before the first and after the last, unless it is as it was. */
function joined(all: readonly Changes[]): Changes {
  const changes = new Map<string, readonly [unknown, unknown]>();
  for (const each of all)
    for (const [field, [before, after]] of Object.entries(each)) {
      const known = changes.get(field);
      changes.set(field, [known ? known[0] : before, after]);
    }
  return Object.fromEntries([...changes].filter(([, change]) => all.length === 1 || !isSame(change)));
}

async function showRows(rows: readonly AuditedRow[], db: Database): Promise<AuditRow[]> {
  const whole = rows.map(row => ({ ...row, changes: joined([row.changes, ...(row.run?.changes ?? [])]) }));
  const names = await namesIn(db, whole);
  return whole.map(({ run: following, ...row }) => ({
    ...row,
    times: 1 + (following?.times ?? 0),
    until: following?.until ?? row.at,
    object: row.object.type === 'setting' ? { ...row.object, name: settingName(row.object.id) } : row.object,
    label: auditLabel(row.action),
    changes: Object.entries(row.changes)
      .map(([field, [before, after]]) => ({
        field: auditField(row.action, field),
        before: auditValue(before, names, { action: row.action, field }),
        after: auditValue(after, names, { action: row.action, field }),
      }))
      // What a new row leaves empty was empty before.
      .filter(({ before, after }) => before !== null || after !== null),
  }));
}

const entriesOf = (following: RawBuilder<unknown>) =>
  listOf<Query, AuditRow, AuditedRow>(
    viewWith(following),
    async (actor, query, db) => {
      const closed = await readClosed(db, actor);
      return [...conditionsOf(query), ...(closed ? [sql`not ${closedEntry(closed, 'a')}`] : [])];
    },
    (rows, _actor, db) => showRows(rows, db),
  );
const RUNS = entriesOf(run);
const EACH = entriesOf(sql`null::json`);
const listFor = ({ each }: Query) => (each ? EACH : RUNS);

/** Entries of the audit; saves in a row as one, unless each is asked for. */
export const auditList: List<Query, AuditRow> = {
  page: (db, actor, query) => listFor(query).page(db, actor, query),
  rows: (db, actor, query) => listFor(query).rows(db, actor, query),
};

export const AUDIT_COLUMNS: Columns<AuditRow> = {
  id: row => row.id,
  fecha: row => instant(row.at),
  hasta: row => instant(row.until),
  veces: row => row.times,
  persona: row => row.actor?.name,
  accion: row => row.action,
  accion_texto: row => row.label,
  objeto: row => row.object.type,
  objeto_id: row => row.object.id,
  objeto_nombre: row => row.object.name,
  cambios: row => row.changes.map(c => `${c.field}: ${c.before ?? ''} → ${c.after ?? ''}`),
  direccion: row => row.address,
  solicitud: row => row.requestId,
};

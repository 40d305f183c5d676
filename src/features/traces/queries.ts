import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { keysOf } from '../../domain/kit/look-up.ts';
import { MOST_TRACES, TRACE_GROUPS, type TraceGroup } from '../../domain/privacy/traces.ts';
import { type Closed, readClosed } from '../../server/part-taking/secrecy.ts';
import { personKeys } from '../attendance/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import { readableWhole } from '../project-record/visibility/queries.ts';
import type { ExportedTraces, TraceRow, TraceSearch, Traces } from './contract.ts';
import { identifierKindOf, PLACES, type Place, type Sought } from './places/queries.ts';

type Sql = RawBuilder<unknown>;

const GROUPS = keysOf(TRACE_GROUPS);
const placeOf = (group: TraceGroup): Place => PLACES[group];

export interface Asked {
  readonly sought: Sought;
  readonly reader: { readonly actor: Actor; readonly closed: Closed | null };
}

export async function askFor(tx: Transaction, actor: Actor, { kind, value }: TraceSearch): Promise<Asked> {
  const person = { identifierKind: identifierKindOf(kind), identifier: value };
  const [key] = await personKeys(tx, [person]);
  return {
    sought: { kind, value, holder: key ? `key:${key}` : '' },
    reader: { actor, closed: await readClosed(tx, actor) },
  };
}

/** Rows of a place that are of who is looked for and that the reader may know of; undefined where there can be none. */
function foundIn({ found, shown, project }: Place, { sought, reader }: Asked): Sql | undefined {
  const isTheirs = found(sought);
  if (!isTheirs) return undefined;
  const visible = shown ? shown(reader) : sql`true`;
  // Whoever reviews a project blindly does not learn by this who is behind it.
  const open = project
    ? sql`(${project} is null or exists (
        select from projects p where p.id = ${project} and ${readableWhole(reader.actor)}))`
    : sql`true`;
  return sql`(${isTheirs}) and ${visible} and ${open}`;
}

/** Places that may have something, each with its condition. */
const placesFor = (asked: Asked) =>
  GROUPS.flatMap(group => {
    const place = placeOf(group);
    const where = foundIn(place, asked);
    return where ? [{ group, place, where }] : [];
  });

const none = (type: 'text' | 'uuid') => sql`null::${sql.raw(type)}`;
const refusalOf = ({ refused }: Place, { sought }: Asked): Sql => (refused ? refused(sought) : none('text'));

type Found = TraceRow & { readonly group: TraceGroup; readonly total: number };

async function rowsOf(tx: Transaction, asked: Asked): Promise<Found[]> {
  const parts = placesFor(asked).map(
    ({ group, place, where }, n) => sql`(
      select ${sql.lit(n)} as nth, ${sql.lit(group)} as "group", ${place.id} as id, ${place.name} as name,
        ${place.detail} as detail, ${place.project ?? none('uuid')} as project_id,
        ${place.organisation ?? none('uuid')} as organisation_id, ${place.at} as at, ${refusalOf(place, asked)} as refused,
        (count(*) over ())::int as total
      from ${place.from} where ${where} order by at desc nulls last, id limit ${MOST_TRACES})`,
  );
  const { rows } = await sql<Found>`
    select f."group", f.id, f.name, f.detail, f.refused, f.total, ${iso(sql`f.at`)} as at,
      case when p.id is not null
        then json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) end as project,
      case when o.id is not null then json_build_object('id', o.id, 'name', o.name) end as organisation
    from (${sql.join(parts, sql` union all `)}) f
      left join projects p on p.id = f.project_id left join organisations o on o.id = f.organisation_id
    order by f.nth, f.at desc nulls last, f.id`.execute(tx);
  return rows;
}

const MOST_ACCOUNTS = 50;
async function accountsOf(tx: Transaction, { sought: { kind, value } }: Asked): Promise<Traces['accounts']> {
  if (kind !== 'email' && kind !== 'name') return [];
  const found =
    kind === 'email'
      ? sql`u.id in (select id from users where lower(email) = ${value}
          union select user_id from user_accounts where lower(email) = ${value})`
      : sql`name_words(u.name) @> name_words(${value})`;
  const { rows } = await sql<Traces['accounts'][number]>`
    select u.id, u.name, u.email from users u
    where ${found} and u.anonymised_at is null and u.merged_into is null
    order by plain(u.name), u.id limit ${MOST_ACCOUNTS}`.execute(tx);
  return rows;
}

export async function tracesOf(tx: Transaction, asked: Asked): Promise<Traces> {
  const byGroup = Map.groupBy(await rowsOf(tx, asked), row => row.group);
  return {
    groups: [...byGroup].map(([group, rows]) => ({
      group,
      ...TRACE_GROUPS[group],
      total: rows[0]?.total ?? 0,
      rows: rows.map(({ group: _, total: __, ...row }) => row),
    })),
    accounts: await accountsOf(tx, asked),
  };
}

/** Secrets, and what only serves the server. */
const LEFT_OUT = [
  ...['person_key', 'holder', 'hash', 'sha256', 'storage_key', 'status_index'],
  ...[
    'search',
    'html',
    'number_key',
    'supplier_key',
    'claimed_until',
    'created_by',
    'updated_by',
    'issued_by',
  ],
  ...['revoked_by', 'settled_by'],
];

export async function exportOf(tx: Transaction, asked: Asked, now: Date): Promise<ExportedTraces> {
  const parts = placesFor(asked).map(
    ({ group, place, where }, n) => sql`
      select ${sql.lit(n)} as nth, ${sql.lit(group)} as "group", ${place.id} as id,
        (${place.data}) - ${LEFT_OUT}::text[] as data
      from ${place.from} where ${where}`,
  );
  const { rows } = await sql<{ group: TraceGroup; data: Record<string, unknown> }>`
    select f."group", f.data from (${sql.join(parts, sql` union all `)}) f order by f.nth, f.id`.execute(tx);
  const byGroup = Map.groupBy(rows, row => row.group);
  return {
    generatedAt: now.toISOString(),
    groups: [...byGroup].map(([group, found]) => {
      const { label, why } = TRACE_GROUPS[group];
      return { what: label, why, rows: found.map(row => row.data) };
    }),
  };
}

/** Holds those of these rows that are still of who is looked for and may be erased, until the transaction ends. */
export async function holdErasable(
  tx: Transaction,
  asked: Asked,
  group: TraceGroup,
  ids: readonly string[],
): Promise<string[]> {
  const place = placeOf(group);
  const where = foundIn(place, asked);
  if (!where || !place.held) return [];
  const { rows } = await sql<{ id: string }>`
    select ${place.id} as id from ${place.from}
    where ${where} and ${place.id} = any(${[...ids]}::text[]) and ${refusalOf(place, asked)} is null
    order by 1 for update of ${place.held}`.execute(tx);
  return rows.map(row => row.id);
}

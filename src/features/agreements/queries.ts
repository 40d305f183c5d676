import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import {
  AGREEMENT_KINDS,
  AGREEMENT_STATES,
  ALERT_DAYS,
  CLAUSES,
  LACKS,
  type Lack,
} from '../../domain/catalogues/agreements.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { labelIn, labelsIn } from '../../domain/text/format.ts';
import { byName, byWords } from '../../server/tables/groups.ts';
import { findRow, type List, lastChangeOf, listOf, matching, type View } from '../../server/tables/list.ts';
import { type Columns, day, instant } from '../../server/tables/table-file.ts';
import { canonicalOf } from '../organisations/queries.ts';
import { knowsPartner } from '../project-record/partners/queries.ts';
import type { Agreement, agreements } from './contract.ts';

type Query = QueryOf<typeof agreements.list>;
type Sql = RawBuilder<unknown>;

/** Agreements `a` with the organisation `k` that is kept of theirs, `o`. */
const SOURCE = sql`agreements a join organisations o on o.id = a.organisation_id
  join organisations k on k.id = o.canonical_id`;

/** The domain's `agreementState` in SQL, of the row `g` on a day (`YYYY-MM-DD`). */
export const agreementStateOf = (g: Sql, today: string): Sql => sql`case
  when ${g}.ends_on < ${today}::date then ${lit.agreement('ended')}
  when ${g}.starts_on > ${today}::date then ${lit.agreement('future')}
  when ${g}.ends_on <= ${today}::date + ${sql.lit(ALERT_DAYS)} then ${lit.agreement('ending')}
  else ${lit.agreement('current')} end`;
const stateOn = (today: string) => agreementStateOf(sql`a`, today);

const ASKED = sql.join(CLAUSES.filter(c => c.isAsked).map(c => sql.lit(c.value)));

/** Whether `a` lacks it. */
const LACKING: Record<Lack, Sql> = {
  file: sql`not exists (select from agreement_files f where f.agreement_id = a.id)`,
  signed: sql`a.signed_on is null`,
  start: sql`a.starts_on is null`,
  clause: sql`not a.clauses @> array[${ASKED}]::text[]`,
};
const LACKS_OF = sql`array_remove(array[${sql.join(
  LACKS.map(({ value }) => sql`case when ${LACKING[value]} then ${sql.lit(value)} end`),
)}]::text[], null)`;
const LACKS_ANY = sql`(${sql.join(Object.values(LACKING), sql` or `)})`;

const FILES = sql`coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size,
  'contentType', f.content_type) order by f.uploaded_at, f.id) from agreement_files f
  where f.agreement_id = a.id), '[]')`;

const viewOn = (today: string): View<Query> => ({
  from: SOURCE,
  joins: sql`left join schools s on s.id = a.school_id`,
  select: sql`a.id, json_build_object('id', k.id, 'name', k.name) as organisation,
    case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as school,
    a.number, a.kind, a.subject, a.signed_on::text as "signedOn", a.starts_on::text as "startsOn",
    a.ends_on::text as "endsOn", a.clauses, a.note, ${stateOn(today)} as state, ${LACKS_OF} as lacks,
    ${FILES} as files, ${lastChangeOf('a')}`,
  sorts: {
    number: sql`plain(a.number)`,
    organisation: sql`plain(k.name)`,
    endsOn: sql`a.ends_on`,
    updatedAt: sql`a.updated_at`,
  },
  sparse: ['endsOn'],
  groups: {
    state: byWords(stateOn(today), AGREEMENT_STATES),
    organisation: byName(sql`k.id::text`, sql`k.name`),
  },
  key: sql`a.id`,
});

const isState = (today: string, asked: NonNullable<Query['state']>): Sql =>
  asked === 'open'
    ? sql`${stateOn(today)} <> ${lit.agreement('ended')}`
    : sql`${stateOn(today)} = ${lit.agreement(asked)}`;

const listOn = (today: string): List<Query, Agreement> =>
  listOf<Query, Agreement>(viewOn(today), (actor, { q, organisation, state, lack }) => [
    knowsPartner(actor, sql`k.id`),
    // Also by the name that is on its paper.
    ...matching(sql`plain(concat_ws(' ', a.number, a.subject, k.name, o.name))`, q),
    ...(organisation ? [sql`k.id = ${canonicalOf(organisation)}`] : []),
    ...(state ? [isState(today, state)] : []),
    ...(lack ? [lack === 'any' ? LACKS_ANY : LACKING[lack]] : []),
  ]);

const today = () => localDay(new Date());

/** States are those of the day on which it is asked. */
export const agreementList: List<Query, Agreement> = {
  page: (db, actor, query) => listOn(today()).page(db, actor, query),
  rows: (db, actor, query) => listOn(today()).rows(db, actor, query),
};

export const AGREEMENT_COLUMNS: Columns<Agreement> = {
  numero: row => row.number,
  organizacion: row => row.organisation.name,
  tipo: row => labelIn(AGREEMENT_KINDS, row.kind),
  asunto: row => row.subject,
  escuela: row => row.school?.name,
  firmado: row => day(row.signedOn),
  inicio: row => day(row.startsOn),
  termino: row => day(row.endsOn),
  estado: row => labelIn(AGREEMENT_STATES, row.state),
  clausulas: row => labelsIn(CLAUSES, row.clauses),
  le_falta: row => labelsIn(LACKS, row.lacks),
  archivos: row => row.files.length,
  nota: row => row.note,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

export const findAgreement = (db: Database, actor: Actor, id: string): Promise<Agreement> =>
  findRow(db, viewOn(today()), [sql`a.id = ${id}`, knowsPartner(actor, sql`k.id`)]);

/** A file of an agreement that the reader may see. */
export async function agreementFile(
  db: Database,
  actor: Actor,
  address: { readonly agreement: string; readonly file: string },
) {
  const { rows } = await sql<{ key: string; name: string; size: number; contentType: string }>`
    select f.storage_key as key, f.name, f.size, f.content_type as "contentType"
    from agreement_files f join ${SOURCE} on a.id = f.agreement_id
    where f.id = ${address.file} and a.id = ${address.agreement} and ${knowsPartner(actor, sql`k.id`)}`.execute(
    db,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Keys of its files in the store. */
export async function fileKeys(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('agreement_files')
    .select('storage_key')
    .where('agreement_id', '=', id)
    .execute();
  return rows.map(row => row.storage_key);
}

import { cleanRut } from '@fdograph/rut-utilities';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import { precompile } from '../../db/precompile.ts';
import { COMMON_WORDS, ORGANISATION_TYPES, plainRut } from '../../domain/catalogues/organisations.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { findRow, lastChangeOf } from '../../server/tables/list.ts';
import type { findSimilarOrganisations, organisationRow } from './contract.ts';

export type SimilarOrganisation = OutputOf<typeof findSimilarOrganisations>[number];

/** The organisation that is kept of an id, in SQL: of a merged one the one it was merged into in the end. */
export const canonicalOf = (id: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  sql`(select k.canonical_id from organisations k where k.id = ${id})`;

/** Every id that stands for the same organisation as `id`. */
export const sameAs = (id: RawBuilder<unknown> | string): RawBuilder<unknown> =>
  sql`(select k.id from organisations k where k.canonical_id = ${canonicalOf(id)})`;

const types = sql.lit(JSON.stringify(Object.fromEntries(ORGANISATION_TYPES.map(t => [t.value, t.label]))));
const known = precompile(sql`concat_ws(' · ', ${types}::jsonb ->> o.type, c.name)`);
const withRut = precompile(sql`concat_ws(' · ', o.rut, ${known})`);
/** What is told of organisation `o` in comuna `c` besides its name. A RUT may be a person's: administrators alone read it. */
export const organisationHint = (actor: Actor): RawBuilder<unknown> => (isAdmin(actor) ? withRut : known);

const WORDS = COMMON_WORDS.join('|');
/** Of a name's core the words that tell it from others; '' of one that has none. */
export const rareWords = (core: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`btrim(regexp_replace(${core}, ${sql.lit(`\\m(${WORDS})\\M *`)}, '', 'g'))`;

const numbers = (core: RawBuilder<unknown>) =>
  sql`btrim(regexp_replace(${core}, '[^0-9]+0*|^0+|[^0-9]+$', ' ', 'g'))`;
// Words without the numbers, which are compared by themselves: «Nº12» and «N° 12» are two spellings. Most have none.
const words = (core: RawBuilder<unknown>) => sql`string_to_array(case when ${core} ~ '[0-9]'
  then btrim(regexp_replace(${core}, '\\S*[0-9]\\S* *', '', 'g')) else ${core} end, ' ')`;
const missing = (from: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql`array_to_string(array(select unnest(${words(from)}) except select unnest(${words(other)})), ' ')`;
/** What differs of two names is one spelling of the other, or one of them has more words. */
const SPELLING = 0.3;

/**
 * Whether two cores whose likeness is high enough may be names of one organisation: «Junta de Vecinos N° 12» and «N° 13»
 * are two, whatever else is equal, and so are the municipalities of two short-named comunas.
 */
export const mayBeOne = (a: RawBuilder<unknown>, b: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  ${a} = ${b} or (
    case when ${a} ~ '[0-9]' or ${b} ~ '[0-9]' then ${numbers(a)} = ${numbers(b)} else true end
    and (select d.mine = '' or d.other = '' or similarity(d.mine, d.other) >= ${sql.lit(SPELLING)}
      from (select ${missing(a, b)} as mine, ${missing(b, a)} as other offset 0) d)))`;

/** Likeness of cores above which a name is pointed out while it is typed, and from which two are a pair. */
const TYPED_ALIKE = 0.5;
export const PAIR_ALIKE = 0.6;
/** How much of the rare words has to be somewhere in the other name: keeps short those that are compared at all. */
const RARE_ALIKE = 0.4;

/** Has the operators of pg_trgm use these limits until the transaction, or the statement outside of one, has ended. */
export const alikeFrom = (likeness: number): RawBuilder<unknown> => sql`
  set_config('pg_trgm.similarity_threshold', ${sql.lit(String(likeness))}, true) as likeness,
  set_config('pg_trgm.word_similarity_threshold', ${sql.lit(String(RARE_ALIKE))}, true) as rareness`;

/**
 * Organisations `o` whose name is like that of `from`, which has `core`, `rare`, `likeness` and `rareness`; the index on
 * `core` answers both parts. Who has no rare words is like those alone who are called the same.
 */
export const alikeRows = (
  from: RawBuilder<unknown>,
  columns: RawBuilder<unknown>,
  where = sql`true`,
): RawBuilder<unknown> => sql`
  select ${columns}, similarity(o.core, f.core)::float8 as likeness from ${from} f
    join organisations o on o.core % f.core and o.core %> f.rare
  where f.rare <> '' and f.likeness is not null and f.rareness is not null
    and ${mayBeOne(sql`o.core`, sql`f.core`)} and ${where}
  union all
  select ${columns}, 1::float8 from ${from} f join organisations o on o.core like f.core
  where f.rare = '' and ${where}`;

/** Same RUT first, then by likeness of name; inactive ones too, because they would be duplicates all the same. */
export async function similarOrganisations(
  db: Database,
  actor: Actor,
  { name = '', rut = '' }: { name?: string | undefined; rut?: string | undefined },
): Promise<SimilarOrganisation[]> {
  const typed = cleanRut(rut).length >= 2 ? plainRut(rut) : '';
  if (name.length < 3 && typed === '') return [];
  const called = name.length < 3 ? '' : name;
  const { rows } = await sql<SimilarOrganisation>`
    with core as materialized (select core_name(${called}) as core where ${called} <> ''),
    rare as materialized (select core, ${rareWords(sql`core`)} as rare from core),
    -- Somebody is typing: «junta de vec» is no name yet.
    typed as materialized (
      select core, case when rare not like '% %' and right(core, length(rare)) = rare
          and exists (select from unnest(${COMMON_WORDS}::text[]) c where starts_with(c, rare)) then '' else rare end as rare,
        ${alikeFrom(TYPED_ALIKE)} from rare),
    found as (
      select o.canonical_id as id, 2::float8 as likeness from organisations o where o.rut = ${typed}
      union all select id, likeness from (${alikeRows(sql`typed`, sql`o.canonical_id as id`)}) a),
    best as (select id, max(likeness) as likeness from found group by id order by 2 desc, id limit 5)
    select o.id, o.name as label, ${organisationHint(actor)} as hint
    from best b join organisations o on o.id = b.id left join comunas c on c.code = o.comuna_code
    order by b.likeness desc, o.id
  `.execute(db);
  return rows;
}

export async function organisationOption(
  db: Database,
  actor: Actor,
  id: string,
): Promise<SimilarOrganisation> {
  const { rows } = await sql<SimilarOrganisation>`
    select o.id, o.name as label, ${organisationHint(actor)} as hint
    from organisations o left join comunas c on c.code = o.comuna_code where o.id = ${id}
  `.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`organisation ${id} is gone`);
  return row;
}

export type Organisation = z.output<typeof organisationRow>;

/** As it is edited; a merged one is not. */
export const findOrganisation = (db: Database, _actor: Actor, id: string): Promise<Organisation> =>
  findRow(
    db,
    {
      from: sql`organisations o`,
      select: sql`o.id, o.name, coalesce(o.rut, '') as rut, o.type, o.comuna_code as "comunaCode",
        case when o.latitude is not null
          then json_build_object('latitude', o.latitude, 'longitude', o.longitude) end as point,
        coalesce(o.contact_name, '') as "contactName", coalesce(o.contact_email, '') as "contactEmail",
        coalesce(o.contact_phone, '') as "contactPhone", o.active, ${lastChangeOf('o')}`,
      key: sql`o.id`,
    },
    [sql`o.id = ${id}`, sql`o.merged_into is null`],
  );

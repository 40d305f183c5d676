import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import {
  type Family,
  type Merge,
  type MergedOrganisation,
  takenFrom,
} from '../../../domain/catalogues/merging.ts';
import { ORGANISATION_TYPES } from '../../../domain/catalogues/organisations.ts';
import type { OutputOf, QueryOf } from '../../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../../domain/kit/problem.ts';
import { labelIn } from '../../../domain/text/format.ts';
import { listOf, matching, type View } from '../../../server/tables/list.ts';
import type { Columns } from '../../../server/tables/table-file.ts';
import { mayBeOne, PAIR_ALIKE } from '../../organisations/queries.ts';
import type { listPairs, Pair, PairSide, previewMerge } from './contract.ts';

type Sql = RawBuilder<unknown>;
type Query = QueryOf<typeof listPairs>;

/** Of a kept organisation, what was merged into it included, what tells it from another. */
const sideOf = (alias: string): Sql => {
  const o = (column: string) => sql.ref(`${alias}.${column}`);
  const uses = (table: string, counted: Sql) => sql`(
    select ${counted} from organisations k join ${sql.table(table)} t on t.organisation_id = k.id
    where k.canonical_id = ${o('id')})`;
  return sql`json_build_object('id', ${o('id')}, 'name', ${o('name')}, 'rut', ${o('rut')}, 'type', ${o('type')},
    'comuna', (select c.name from comunas c where c.code = ${o('comuna_code')}), 'active', ${o('active')},
    'projects', ${uses('project_partners', sql`count(distinct t.project_id)::int`)},
    'agreements', ${uses('agreements', sql`count(*)::int`)},
    'contact', concat_ws(' · ', nullif(${o('contact_name')}, ''), nullif(${o('contact_email')}, ''),
      nullif(${o('contact_phone')}, '')))`;
};

const PAIRS: View<Query> = {
  from: sql`organisation_pairs p join organisations a on a.id = p.a_id join organisations b on b.id = p.b_id`,
  select: sql`p.a_id || '.' || p.b_id as id, ${sideOf('a')} as a, ${sideOf('b')} as b, p.likeness,
    (select u.name from users u where u.id = p.distinct_by) as "distinctBy"`,
  sorts: { likeness: sql`p.likeness`, name: sql`plain(a.name)` },
  key: sql`(p.a_id || '.' || p.b_id)`,
};

/** A pair of which one was merged waits until that is undone. */
export const pairList = listOf<Query, Pair>(PAIRS, (_actor, { q, state }) => [
  sql`a.merged_into is null`,
  sql`b.merged_into is null`,
  state === 'open' ? sql`p.distinct_at is null` : sql`p.distinct_at is not null`,
  ...matching(sql`(a.search || ' ' || b.search)`, q),
]);

const typeLabel = ({ type }: PairSide) => labelIn(ORGANISATION_TYPES, type);
export const PAIR_COLUMNS: Columns<Pair> = {
  parecido: row => Math.round(row.likeness * 100) / 100,
  nombre: row => row.a.name,
  rut: row => row.a.rut,
  tipo: row => typeLabel(row.a),
  comuna: row => row.a.comuna,
  proyectos: row => row.a.projects,
  convenios: row => row.a.agreements,
  otro_nombre: row => row.b.name,
  otro_rut: row => row.b.rut,
  otro_tipo: row => typeLabel(row.b),
  otra_comuna: row => row.b.comuna,
  otros_proyectos: row => row.b.projects,
  otros_convenios: row => row.b.agreements,
  distintas_segun: row => row.distinctBy,
};

/** With what `o` is compared; see the column `compared`. */
export const comparedAs = (o: string): Sql =>
  sql`${sql.ref(`${o}.core`)} || ' ' || coalesce(${sql.ref(`${o}.rut`)}, '')`;
/** Rows `o` that have not been compared as they are now. */
export const isUncompared = sql`o.merged_into is null and o.compared is distinct from (${comparedAs('o')})`;

/** Whether organisations `x` and `y` may be one: a RUT is of one alone, so that two that have one are two. */
export const isPair = sql`(
  (x.rut is null or y.rut is null) and similarity(x.core, y.core) >= ${sql.lit(PAIR_ALIKE)}
  and ${mayBeOne(sql`x.core`, sql`y.core`)})`;

/** How many have still to be compared to the others. */
export async function countUncompared(db: Database): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from organisations o where ${isUncompared}`.execute(db);
  return rows[0]?.left ?? 0;
}

/** The one that is kept of an organisation; null where there is no such organisation. */
export async function readKept(db: Database, id: string): Promise<string | null> {
  const { rows } = await sql<{ kept: string }>`
    select canonical_id as kept from organisations where id = ${id}`.execute(db);
  return rows[0]?.kept ?? null;
}

/**
 * Holds organisations that are kept ones until the end of the transaction, in one order for everybody. Whatever changes
 * a family holds its root: nobody else changes it meanwhile.
 */
export async function holdRoots(db: Database, ids: readonly string[]): Promise<void> {
  await sql`select from organisations where id = any(${ids}::uuid[]) order by id for update`.execute(db);
}

/** These kept ones with everything that was merged into them. */
export async function readFamily(db: Database, roots: readonly string[]): Promise<Family> {
  const { rows } = await sql<{ organisations: MergedOrganisation[] | null; merges: Merge[] | null }>`
    with members as (select o.* from organisations o
      where o.id = any(${roots}::uuid[]) or o.kept_id = any(${roots}::uuid[]))
    select (select json_agg(json_build_object('id', o.id, 'name', o.name, 'rut', o.rut, 'comunaCode', o.comuna_code,
        'point', case when o.latitude is not null
          then json_build_object('latitude', o.latitude, 'longitude', o.longitude) end,
        'contactName', o.contact_name, 'contactEmail', o.contact_email, 'contactPhone', o.contact_phone,
        'active', o.active, 'mergedInto', o.merged_into, 'keptId', o.kept_id, 'aliases', o.aliases) order by o.id)
      from members o) as organisations,
      (select json_agg(json_build_object('id', m.id, 'mergedId', m.merged_id, 'intoId', m.into_id, 'taken', m.taken)
        order by m.merged_at, m.id)
      from organisation_merges m where m.undone_at is null and m.merged_id in (select id from members)) as merges
  `.execute(db);
  const { organisations, merges } = rows[0] ?? {};
  return { organisations: new Map((organisations ?? []).map(o => [o.id, o])), merges: merges ?? [] };
}

const refusal = (message: string) => new AppError('rule', message, { errors: [{ path: 'into', message }] });

async function readNames(
  db: Database,
  id: string,
): Promise<{ name: string; kept: string | null } | undefined> {
  const { rows } = await sql<{ name: string; kept: string | null }>`
    select o.name, (select k.name from organisations k where k.id = o.kept_id) as kept
    from organisations o where o.id = ${id}`.execute(db);
  return rows[0];
}

/** Refuses what cannot be merged; both are there and kept ones otherwise. */
export async function requireMergeable(db: Database, id: string, into: string): Promise<void> {
  const merged = await readNames(db, id);
  if (!merged) throw notFound();
  if (id === into) throw refusal('Elige otra organización: una no se puede unir consigo misma.');
  const kept = await readNames(db, into);
  if (!kept) throw refusal('Elige una organización del directorio.');
  if (merged.kept !== null) throw refusal(`«${merged.name}» ya se unió con «${merged.kept}».`);
  if (kept.kept !== null) throw refusal(`«${kept.name}» ya se unió con «${kept.kept}»: elige esa.`);
}

type Preview = OutputOf<typeof previewMerge>;

/** What a merge would do; refused as the merge would be. */
export async function readPreview(db: Database, id: string, into: string): Promise<Preview> {
  await requireMergeable(db, id, into);
  const { rows } = await sql<{ side: PairSide }>`
    select ${sideOf('o')} as side from organisations o where o.id in (${id}, ${into})`.execute(db);
  const side = (of: string) => {
    const found = rows.find(row => row.side.id === of);
    if (!found) throw notFound();
    return found.side;
  };
  const { organisations } = await readFamily(db, [id, into]);
  const [merged, kept] = [organisations.get(id), organisations.get(into)];
  if (!merged || !kept) throw notFound();
  // That it is in use is no field of the form: the sides tell it.
  const { active: _active, ...taken } = takenFrom(kept, merged);
  const words = { ...taken, ...(taken.comunaCode && { comunaCode: side(id).comuna }) };
  return {
    merged: side(id),
    into: side(into),
    taken: Object.entries(words).map(([field, value]) => ({ field, value: wordOf(value) })),
    hasOtherRut: merged.rut !== null && kept.rut !== null && merged.rut !== kept.rut,
  };
}

const wordOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const { latitude, longitude } = value as { latitude: number; longitude: number };
  return `${latitude}, ${longitude}`;
};

/** Who has this RUT besides those given. */
export async function readRutHolder(
  db: Database,
  rut: string,
  besides: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from organisations where rut = ${rut} and not (id = any(${besides}::uuid[]))`.execute(db);
  return rows[0]?.name;
}

/** The merge as it stands, with the one kept in the end. */
export async function readMerge(
  db: Database,
  id: string,
): Promise<{ isOpen: boolean; mergedId: string; keptId: string | null } | undefined> {
  const { rows } = await sql<{ isOpen: boolean; mergedId: string; keptId: string | null }>`
    select m.undone_at is null as "isOpen", m.merged_id as "mergedId", o.kept_id as "keptId"
    from organisation_merges m join organisations o on o.id = m.merged_id where m.id = ${id}`.execute(db);
  return rows[0];
}

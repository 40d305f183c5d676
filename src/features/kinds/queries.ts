import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import type { KindDefinition } from '../../domain/kinds/definition.ts';
import { hideLaterFields } from '../../domain/kinds/later-fields.ts';
import { KIND_SLUGS, type KindSlug } from '../../domain/kinds/slugs.ts';
import type { OutputOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { byLookup, type Grouping } from '../../server/tables/groups.ts';
import type { KindView, listKindDrafts } from './contract.ts';

/** A version as it was published, without what the program learned since. */
const asPublished = (row: { definition: unknown; fields: string[] }) =>
  hideLaterFields(row.definition as KindDefinition, row.fields);

/** What an Admin publishes reaches every copy of the server within this time, in ms. */
const CACHE_MS = 10_000;

interface Kinds {
  /** By `slug/version`, all that were ever published: projects keep the version they began with. */
  readonly versions: ReadonlyMap<string, KindDefinition>;
  readonly current: ReadonlyMap<KindSlug, number>;
}

const caches = new WeakMap<Database, { until: number; kinds: Promise<Kinds> }>();

async function readKinds(db: Database): Promise<Kinds> {
  const rows = await db
    .selectFrom('kind_versions as v')
    .innerJoin('kinds as k', 'k.slug', 'v.slug')
    .select(['v.slug', 'v.version', 'v.definition', 'v.fields', 'k.current_version'])
    .execute();
  return {
    versions: new Map(rows.map(r => [`${r.slug}/${r.version}`, asPublished(r)])),
    current: new Map(rows.map(r => [r.slug as KindSlug, r.current_version])),
  };
}

async function kinds(db: Database): Promise<Kinds> {
  const hit = caches.get(db);
  if (hit && hit.until > Date.now()) return hit.kinds;
  const fresh = { until: Date.now() + CACHE_MS, kinds: readKinds(db) };
  caches.set(db, fresh);
  // A failed read must not be served again.
  fresh.kinds.catch(() => caches.delete(db));
  return fresh.kinds;
}

/** After publishing: this copy of the server follows at once, others within `CACHE_MS`. */
export const forgetKinds = (db: Database) => caches.delete(db);

/** Finds the definition under which a project was created. */
export type KindLookup = (slug: KindSlug, version: number) => KindDefinition;

export async function kindLookup(db: Database): Promise<KindLookup> {
  const { versions } = await kinds(db);
  return (slug, version) => {
    const definition = versions.get(`${slug}/${version}`);
    if (!definition) throw new Error(`kind ${slug} has no version ${version}`);
    return definition;
  };
}

export interface CurrentKind {
  readonly version: number;
  readonly definition: KindDefinition;
}

export async function currentKind(db: Database, slug: KindSlug): Promise<CurrentKind> {
  const { current } = await kinds(db);
  const version = current.get(slug);
  if (version === undefined) throw new Error(`kind ${slug} was never published`);
  return { version, definition: (await kindLookup(db))(slug, version) };
}

/** All kinds in their usual order. */
export const currentKinds = (db: Database): Promise<CurrentKind[]> =>
  Promise.all(KIND_SLUGS.map(slug => currentKind(db, slug)));

/** What each kind is called now, to be joined once: the definition around a label is long. */
export const kindLabels = sql`(select d.slug, v.definition ->> 'label' as label from kinds d
  join kind_versions v on v.slug = d.slug and v.version = d.current_version)`;
/** The same of one. */
export const labelOfKind = (slug: RawBuilder<unknown>) =>
  sql`(select n.label from ${kindLabels} n where n.slug = ${slug})`;

/** Rows put together by kind, in their usual order. */
export const byKind = (slug: RawBuilder<unknown>): Grouping => byLookup(slug, KIND_SLUGS, labelOfKind);

export async function kindDrafts(db: Database): Promise<OutputOf<typeof listKindDrafts>> {
  const { rows } = await sql<OutputOf<typeof listKindDrafts>[number]>`
    select d.slug, d.updated_at as "updatedAt", u.name as "updatedBy"
    from kind_drafts d left join users u on u.id = d.updated_by order by d.slug`.execute(db);
  return rows;
}

/** A kind with its draft and versions, for the office. */
export async function kindView(db: Database, slug: KindSlug): Promise<KindView> {
  const { rows } = await sql<{ view: KindView; fields: string[] }>`
    select json_build_object('version', k.current_version, 'definition', v.definition,
      'draft', (select json_build_object('definition', d.definition, 'version', d.version,
          'updatedAt', d.updated_at, 'updatedBy', u.name)
        from kind_drafts d left join users u on u.id = d.updated_by where d.slug = k.slug),
      'versions', (select json_agg(json_build_object('version', w.version, 'note', w.note,
          'publishedAt', w.published_at, 'publishedBy', u.name,
          'projects', (select count(*) from projects p where p.kind = w.slug and p.kind_version = w.version))
          order by w.version desc)
        from kind_versions w left join users u on u.id = w.published_by where w.slug = k.slug),
      'standings', coalesce((select json_agg(json_build_object('status', s.status, 'count', s.count))
        from (select status, count(*)::int as count from projects where kind = k.slug group by status) s), '[]')
    ) as view, v.fields
    from kinds k join kind_versions v on v.slug = k.slug and v.version = k.current_version
    where k.slug = ${slug}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return { ...row.view, definition: hideLaterFields(row.view.definition, row.fields) };
}

export async function kindVersion(
  db: Database,
  slug: KindSlug,
  version: number,
): Promise<{ definition: KindDefinition }> {
  const row = await db
    .selectFrom('kind_versions')
    .select(['definition', 'fields'])
    .where('slug', '=', slug)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { definition: asPublished(row) };
}

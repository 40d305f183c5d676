import type { Database } from '../../db/pool.ts';
import { KIND_SLUGS, type KindDefinition, type KindSlug } from '../../domain/kinds/definition.ts';

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
    .select(['v.slug', 'v.version', 'v.definition', 'k.current_version'])
    .execute();
  return {
    versions: new Map(rows.map(r => [`${r.slug}/${r.version}`, r.definition as KindDefinition])),
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

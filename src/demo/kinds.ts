import type { Database } from '../db/pool.ts';
import type { KindDefinition } from '../domain/kinds/definition.ts';
import type { KindSlug } from '../domain/kinds/slugs.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { publishKind, saveKindDraft } from '../features/kinds/commands.ts';
import { currentKind, forgetKinds } from '../features/kinds/queries.ts';

type Change = readonly [change: Partial<KindDefinition>, note: string];

const HALF_WAY: Change = [{ progressReports: [50] }, 'Pide un informe de avance a mitad de camino.'];
/** Kinds whose projects the demo's office asks for a report half way, the fund's being asked by their call; and certificates. */
const REVISIONS: readonly (readonly [slug: KindSlug, ...Change])[] = [
  ['pacs', ...HALF_WAY],
  ['incs', ...HALF_WAY],
  ['exts', { certificates: 'activity' }, 'Da certificados a quienes asisten a cada actividad.'],
];

/** A new version of some kinds, as the office publishes it. */
export async function reviseKinds(db: Database, office: Actor): Promise<void> {
  const context = { db, actor: office };
  for (const [slug, change, note] of REVISIONS) {
    const { definition } = await currentKind(db, slug);
    await saveKindDraft(context, { slug, version: 0, definition: { ...definition, ...change } });
    await publishKind(context, { slug, version: 1, note });
  }
  forgetKinds(db);
}

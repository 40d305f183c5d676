import type { Database } from '../db/pool.ts';
import type { KindSlug } from '../domain/kinds/slugs.ts';
import type { Actor } from '../domain/kit/actor.ts';
import { publishKind, saveKindDraft } from '../features/kinds/commands.ts';
import { currentKind, forgetKinds } from '../features/kinds/queries.ts';

/** Kinds whose projects the demo's office asks for a report half way; the fund's are asked by their call. */
const HALF_WAY: readonly KindSlug[] = ['pacs', 'incs'];

/** A new version of these kinds, as the office publishes it. */
export async function askHalfWay(db: Database, office: Actor): Promise<void> {
  const context = { db, actor: office };
  for (const slug of HALF_WAY) {
    const { definition } = await currentKind(db, slug);
    await saveKindDraft(context, { slug, version: 0, definition: { ...definition, progressReports: [50] } });
    await publishKind(context, { slug, version: 1, note: 'Pide un informe de avance a mitad de camino.' });
  }
  forgetKinds(db);
}

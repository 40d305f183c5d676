import { FIRST_KINDS } from '../domain/kinds/index.ts';
import type { Database } from './pool.ts';

/** Publishes version 1 of each kind where there is none yet; safe with several copies starting at once. */
export async function publishFirstKinds(db: Database): Promise<void> {
  const kinds = Object.values(FIRST_KINDS);
  await db.transaction().execute(async tx => {
    await tx
      .insertInto('kinds')
      .values(kinds.map(k => ({ slug: k.slug, current_version: 1 })))
      .onConflict(conflict => conflict.doNothing())
      .execute();
    await tx
      .insertInto('kind_versions')
      .values(kinds.map(k => ({ slug: k.slug, version: 1, definition: JSON.stringify(k) })))
      .onConflict(conflict => conflict.doNothing())
      .execute();
  });
}

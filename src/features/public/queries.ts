import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { precompile } from '../../db/precompile.ts';
import { parseSetting } from '../../db/settings.ts';
import { STAMP } from '../project-record/counts/queries.ts';

/** How far the public pages are: read at each request, so that what was withdrawn is gone at the next one. */
export interface Edition {
  /** Moves with every change of which projects and calls are shown, and of what a list tells of them. */
  readonly stamp: string;
  /** Whether the institution shows its catalogue. */
  readonly isOpen: boolean;
}

const EDITION = precompile(
  sql`select ${STAMP} as stamp, (select value from settings where key = 'publicPages') as pages`,
);

export async function readEdition(db: Database): Promise<Edition> {
  const { rows } = await sql<{ stamp: string; pages: unknown }>`${EDITION}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the edition of the public pages answered no row');
  return { stamp: row.stamp, isOpen: parseSetting('publicPages', row.pages).catalogue };
}

import { sql } from 'kysely';
import { AppError } from '../../../domain/kit/problem.ts';
import type { Deps } from '../../../server/deps.ts';
import type { Asker } from '../../../server/http/turns.ts';

/** Where the PDF of a certificate is stored. */
interface Drawn {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

/** The PDF of a certificate, drawn now if it was not yet. */
export async function ensureDrawn({ db }: Pick<Deps, 'db'>, _asker: Asker, id: string): Promise<Drawn> {
  const { rows } = await sql<Drawn>`
    select storage_key as key, size from certificates where id = ${id} and storage_key is not null`.execute(
    db,
  );
  const [drawn] = rows;
  if (!drawn) throw new AppError('unavailable');
  return drawn;
}

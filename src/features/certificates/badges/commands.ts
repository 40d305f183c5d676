import { exportJWK, generateKeyPair } from 'jose';
import { sql } from 'kysely';
import { inTransaction } from '../../../db/again.ts';
import type { Database } from '../../../db/pool.ts';
import { ALGORITHM, signingKey } from './queries.ts';

/** A key for badges where there is none; several copies of the server at once make one. */
export async function ensureSigningKey(db: Database): Promise<void> {
  if (await signingKey(db)) return;
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const use = { alg: ALGORITHM, use: 'sig' };
  const publicKey = { ...(await exportJWK(pair.publicKey)), ...use };
  const privateKey = { ...(await exportJWK(pair.privateKey)), ...use };
  await inTransaction(db, async tx => {
    // Whoever comes second waits, and then finds the first one's.
    await sql`lock table badge_keys in share row exclusive mode`.execute(tx);
    await sql`insert into badge_keys (public_key, private_key)
      select ${JSON.stringify(publicKey)}::jsonb, ${JSON.stringify(privateKey)}::jsonb
      where not exists (select from badge_keys)`.execute(tx);
  });
}

import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database } from '../../db/pool.ts';

/** What makes a demo provider the same one after a restart. Worth nothing outside the demonstration. */
export interface DemoSecrets {
  signingKey: JWK;
  cookieKey: string;
}

async function createSecrets(): Promise<DemoSecrets> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const kid = randomBytes(8).toString('hex');
  return {
    signingKey: { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' },
    cookieKey: randomBytes(32).toString('base64url'),
  };
}

/** Kept in the settings of the demo database, so that a restart or a second copy leaves sessions alone. */
export async function demoSecrets(db: Database, provider: string): Promise<DemoSecrets> {
  const key = `demoSecrets.${provider}`;
  const readSecrets = () =>
    db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  const row = await readSecrets();
  if (row) return row.value as DemoSecrets;
  await db
    .insertInto('settings')
    .values({ key, value: JSON.stringify(await createSecrets()) })
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute();
  return (await readSecrets())?.value as DemoSecrets;
}

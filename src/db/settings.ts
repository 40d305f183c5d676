import { z } from 'zod';
import type { Database, Transaction } from './pool.ts';

/** What a person of a domain becomes when signing in for the first time. */
export const signInDomain = z.object({
  domain: z.string().min(3).max(253).toLowerCase(),
  becomes: z.enum(['Academic', 'pending']),
});
export type SignInDomain = z.infer<typeof signInDomain>;

/** Settings an office changes without a restart, with the shape of each. */
const SETTINGS = {
  signInDomains: z.array(signInDomain),
  /** Largest file, in MB. */
  uploadLimitMb: z.number().int().min(1).max(2000),
} as const;

type Settings = { [K in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[K]> };

/** Values of a new installation; what an office has changed since then stays. */
export async function writeFirstSettings(db: Database | Transaction, first: Settings): Promise<void> {
  const rows = Object.entries(first).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute();
}

export async function readSetting<K extends keyof Settings>(
  db: Database | Transaction,
  key: K,
): Promise<Settings[K]> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  if (!row) throw new Error(`setting ${key} has no first value`);
  return SETTINGS[key].parse(row.value) as Settings[K];
}

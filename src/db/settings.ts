import { sql } from 'kysely';
import { z } from 'zod';
import { certificateSettings } from '../domain/certificates/certificates.ts';
import { dataRequestRules } from '../domain/settings/data-requests.ts';
import { institution } from '../domain/settings/institution.ts';
import { LOGO_MOST_BYTES } from '../domain/settings/logo.ts';
import { publicPages } from '../domain/settings/public-pages.ts';
import { quotas } from '../domain/settings/quotas.ts';
import { reminderTimes } from '../domain/settings/reminder-times.ts';
import { retentionPeriods } from '../domain/settings/retention.ts';
import { scoreFormula } from '../domain/settings/score-formula.ts';
import { setupProgress } from '../domain/settings/setup.ts';
import { period } from '../domain/text/rules.ts';
import type { Database, Transaction } from './pool.ts';

/** What a person of a domain becomes when signing in for the first time. */
const signInDomain = z.object({
  domain: z.string().min(3).max(253).toLowerCase(),
  becomes: z.enum(['Academic', 'pending']),
});

/** Settings an office changes without a restart, with the shape of each. */
const SETTINGS = {
  /** Name and colour, on every page and document. */
  institution,
  /** A PNG in base64; empty where there is none: a null in JSON would come back from a backup as none at all. */
  institutionLogo: z.base64().max(Math.ceil(LOGO_MOST_BYTES / 3) * 4),
  signInDomains: z.array(signInDomain),
  /** Largest file, in MB. */
  uploadLimitMb: z.number().int().min(1).max(2000),
  /** Academic periods to choose from, newest first. */
  periods: z.array(period).min(1),
  /** How long what nobody works with any more is kept. */
  retention: retentionPeriods,
  reminders: reminderTimes,
  quotas,
  /** Percentage of an award that its lead may move between categories of the budget without a request. */
  budgetMoveShare: z.number().int().min(0).max(100),
  /** Whether files are handed over that no virus scanner looked at. */
  serveUnscanned: z.boolean(),
  /** Who signs certificates, and whether they are Open Badges as well. */
  certificates: certificateSettings,
  /** What the institution shows to anybody. */
  publicPages,
  /** From when the clock of requests about personal data runs, and where persons write. */
  dataRequests: dataRequestRules,
  setup: setupProgress,
  /** Weights and goals of the composite score. */
  score: scoreFormula,
  /** Signs links to files; never shown to anybody. */
  fileLinkSecret: z.string().min(32),
  /** Key of the hashes that tell people of attendance lists apart; never shown to anybody. */
  personKeySecret: z.string().min(32),
} as const;

export type Settings = { [K in keyof typeof SETTINGS]: z.infer<(typeof SETTINGS)[K]> };

/** Values of a new installation; what an office has changed since then stays. */
export async function writeFirstSettings(db: Database | Transaction, first: Settings): Promise<void> {
  const rows = Object.entries(first).map(([key, value]) => ({ key, value: JSON.stringify(value) }));
  await db
    .insertInto('settings')
    .values(rows)
    .onConflict(conflict => conflict.column('key').doNothing())
    .execute();
}

export const parseSetting = <K extends keyof Settings>(key: K, value: unknown): Settings[K] =>
  SETTINGS[key].parse(value) as Settings[K];

export async function readSetting<K extends keyof Settings>(
  db: Database | Transaction,
  key: K,
): Promise<Settings[K]> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  if (!row) throw new Error(`setting ${key} has no first value`);
  return parseSetting(key, row.value);
}

/** Every setting has its row from the first start on. */
export async function writeSetting<K extends keyof Settings>(
  tx: Transaction,
  key: K,
  value: Settings[K],
  actorId: string,
): Promise<void> {
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(SETTINGS[key].parse(value)), updated_at: sql`now()`, updated_by: actorId })
    .where('key', '=', key)
    .execute();
}

/** What an office changes here reaches every copy of the server within this time, in ms. */
const CACHE_MS = 10_000;
const caches = new WeakMap<Database, Map<string, { until: number; value: Promise<unknown> }>>();

/** For what is read on every request; up to 10 seconds old. */
export function recentSetting<K extends keyof Settings>(db: Database, key: K): Promise<Settings[K]> {
  const cache = caches.get(db) ?? new Map();
  caches.set(db, cache);
  const hit = cache.get(key);
  if (hit && hit.until > Date.now()) return hit.value;
  const value = readSetting(db, key);
  cache.set(key, { until: Date.now() + CACHE_MS, value });
  // A failed read must not be served again.
  value.catch(() => cache.delete(key));
  return value;
}

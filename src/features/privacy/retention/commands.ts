import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { readSetting } from '../../../db/settings.ts';
import { lit } from '../../../db/states.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { RetentionPeriods } from '../../../domain/settings/retention.ts';
import { byItself } from '../../../server/commands/command.ts';
import { saveSettingOf } from '../../../server/commands/stored-setting.ts';

export const saveRetention = saveSettingOf('retention');

/** Small enough never to hold anybody up. */
const AT_ONCE = 5000;

const months = (now: Date, n: number) => sql`${now}::timestamptz - ${n} * interval '1 month'`;
const days = (now: Date, n: number) => sql`${now}::timestamptz - ${n} * interval '1 day'`;

/** One batch of each sort: what is deleted, or in the audit forgotten. */
const sweepsOf = (now: Date, p: RetentionPeriods) => ({
  mails: sql`delete from mails where id in (
    select id from mails where created_at < ${months(now, p.mailMonths)} and state <> ${lit.mail('pending')}
      limit ${AT_ONCE})`,
  // Their answers go with them.
  invitations: sql`delete from wave_invitations where id in (
    select v.id from wave_invitations v join waves w on w.id = v.wave_id
    where w.counted_at < ${months(now, p.surveyMonths)} limit ${AT_ONCE})`,
  misses: sql`delete from search_misses where words in (
    select words from search_misses where last_on < ${localDay(now)}::date - ${p.missMonths} * interval '1 month'
      limit ${AT_ONCE})`,
  notifications: sql`delete from notifications where id in (
    select id from notifications where read_at < ${months(now, p.noticeMonths)} and not digest limit ${AT_ONCE})`,
  sessions: sql`delete from sessions where token_hash in (
    select token_hash from sessions where expires_at < ${days(now, p.sessionDays)} limit ${AT_ONCE})`,
  tokens: sql`delete from access_tokens where id in (
    select id from access_tokens where expires_at < ${days(now, p.sessionDays)} limit ${AT_ONCE})`,
  addresses: sql`update audit set address = null where id in (
    select id from audit where at < ${months(now, p.addressMonths)} and address is not null limit ${AT_ONCE})`,
});

/**
 * Forgets what has been kept long enough; safe to repeat and to run in several copies at once. Unfinished uploads are
 * the file store's matter (`files.clean`), by the same setting.
 */
export async function applyRetention(db: Database, now = new Date()): Promise<Record<string, number>> {
  const sweeps = sweepsOf(now, await readSetting(db, 'retention'));
  const done: Record<string, number> = {};
  for (const [what, sweep] of Object.entries(sweeps)) {
    let batch: number;
    do {
      batch = Number((await sweep.execute(db)).numAffectedRows ?? 0);
      done[what] = (done[what] ?? 0) + batch;
    } while (batch === AT_ONCE);
  }
  const changes = Object.fromEntries(
    Object.entries(done).flatMap(([what, n]) => (n > 0 ? [[what, [n, 0] as const]] : [])),
  );
  if (Object.keys(changes).length > 0)
    await byItself(db, now, async ({ record }) =>
      record({ action: 'retention.applied', objectType: 'setting', objectId: 'retention', changes }),
    );
  return done;
}

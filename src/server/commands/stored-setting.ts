import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { readSetting, type Settings, writeSetting } from '../../db/settings.ts';
import { AppError } from '../../domain/kit/problem.ts';
import { changesBetween, command } from './command.ts';

/** A setting of several values that an office saves as one. */
type Key =
  | 'institution'
  | 'retention'
  | 'reminders'
  | 'quotas'
  | 'certificates'
  | 'publicPages'
  | 'dataRequests'
  | 'score'
  | 'setup';
type SavedSetting<K extends Key> = Settings[K] & { updatedAt: string; updatedBy: string | null };

export async function readSavedSetting<K extends Key>(
  db: Database | Transaction,
  key: K,
): Promise<SavedSetting<K>> {
  const { rows } = await sql<{ updatedAt: string; updatedBy: string | null }>`
    select s.updated_at as "updatedAt", u.name as "updatedBy"
    from settings s left join users u on u.id = s.updated_by where s.key = ${key}`.execute(db);
  if (!rows[0]) throw new Error(`setting ${key} has no first value`);
  return { ...(await readSetting(db, key)), ...rows[0] };
}

/** Saves it over the version it started from, and says in the audit what became of each value. */
export const saveSettingOf = <K extends Key>(key: K) =>
  command(
    'settings.manage',
    async (
      { tx, actor, record },
      { updatedAt, ...value }: Settings[K] & { updatedAt: string },
    ): Promise<SavedSetting<K>> => {
      await sql`select from settings where key = ${key} for update`.execute(tx);
      const before = await readSavedSetting(tx, key);
      if (Date.parse(before.updatedAt) !== Date.parse(updatedAt))
        throw new AppError('conflict', undefined, { extra: { stored: before } });
      const changes = changesBetween({ ...before }, value);
      if (Object.keys(changes).length === 0) return before;
      await writeSetting(tx, key, value as Settings[K], actor.id);
      record({ action: 'setting.updated', objectType: 'setting', objectId: key, changes });
      return readSavedSetting(tx, key);
    },
  );

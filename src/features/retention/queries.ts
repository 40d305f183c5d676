import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import type { StoredPeriods } from './contract.ts';

export async function readRetention(db: Database | Transaction): Promise<StoredPeriods> {
  const { rows } = await sql<Pick<StoredPeriods, 'updatedAt' | 'updatedBy'>>`
    select s.updated_at as "updatedAt", u.name as "updatedBy"
    from settings s left join users u on u.id = s.updated_by where s.key = 'retention'`.execute(db);
  if (!rows[0]) throw new Error('setting retention has no first value');
  return { ...(await readSetting(db, 'retention')), ...rows[0] };
}

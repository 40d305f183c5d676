import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import type { SettingsView } from './contract.ts';

export async function readSettings(db: Database | Transaction): Promise<SettingsView> {
  const domains = await readSetting(db, 'signInDomains');
  const of = (becomes: 'Academic' | 'pending') =>
    domains.filter(d => d.becomes === becomes).map(d => d.domain);
  const { rows } = await sql<Pick<SettingsView, 'updatedAt' | 'updatedBy' | 'holidays'>>`
    select s.updated_at as "updatedAt", u.name as "updatedBy",
      (select coalesce(json_agg(json_build_object('day', h.day, 'name', h.name) order by h.day), '[]')
       from holidays h) as holidays
    from settings s left join users u on u.id = s.updated_by
    where s.key in ('signInDomains', 'uploadLimitMb', 'budgetMoveShare', 'serveUnscanned', 'periods') order by s.updated_at desc limit 1`.execute(
    db,
  );
  const [last] = rows;
  if (!last) throw new Error('settings have no first value');
  return {
    academicDomains: of('Academic'),
    pendingDomains: of('pending'),
    uploadLimitMb: await readSetting(db, 'uploadLimitMb'),
    budgetMoveShare: await readSetting(db, 'budgetMoveShare'),
    serveUnscanned: await readSetting(db, 'serveUnscanned'),
    periods: await readSetting(db, 'periods'),
    ...last,
  };
}

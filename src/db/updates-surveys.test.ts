import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';

test('0049: mails of before stay as they are, and belong to no survey', async () => {
  const db = await versionBefore('0049');
  await sql`insert into mails (address, name, type, subject, html, text, state, next_attempt_at, sent_at)
    select 'ana' || n || '@uni.example', 'Ana ñandú', 'turn', 'Te toca ' || n, '<p>Hola</p>', 'Hola',
      case n % 2 when 0 then 'sent' else 'pending' end, case n % 2 when 1 then now() end,
      case n % 2 when 0 then now() end
    from generate_series(1, 50) n`.execute(db);
  const read = async (columns: string) =>
    (await sql`select ${sql.raw(columns)} from mails order by id`.execute(db)).rows;
  const before = await read('id, address, name, subject, html, state, next_attempt_at, sent_at, search');
  await migrate(db, ALL);
  expect(await read('id, address, name, subject, html, state, next_attempt_at, sent_at, search')).toEqual(
    before,
  );
  expect(await read('distinct invitation_id, 1 as id')).toEqual([{ invitation_id: null, id: 1 }]);
  for (const table of ['instruments', 'instrument_versions', 'waves', 'wave_invitations', 'wave_answers'])
    expect((await sql`select from ${sql.table(table)}`.execute(db)).rows).toEqual([]);
});

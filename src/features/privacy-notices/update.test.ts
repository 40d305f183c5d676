import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../../test/versions.ts';
import { migrate } from '../../db/migrate.ts';

test('0052: the notice of an installation in use stays as its people read it', async () => {
  const db = await versionBefore('0052');
  await sql`insert into users (name, email) values ('Ana', 'ana@uni.example')`.execute(db);
  const read = async () => (await sql`select * from privacy_notices order by version`.execute(db)).rows;
  const before = await read();
  expect(before).toHaveLength(1);
  await migrate(db, ALL);
  expect(await read()).toEqual(before);
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';

test('0058: nobody has a download, and what is none is refused', async () => {
  const db = await versionBefore('0058');
  await sql`insert into users (name, email, roles) values ('Ana', 'ana@uni.example', '{Admin}')`.execute(db);
  const users = () => sql`select to_jsonb(u) as row, xmin from users u`.execute(db);
  const before = (await users()).rows;
  await migrate(db, ALL);
  expect((await users()).rows).toEqual(before);
  expect((await sql`select from downloads`.execute(db)).rows).toEqual([]);

  const add = (values: string) =>
    sql`insert into downloads (id, user_id, maker, request, title, state, ended_at, problem)
      select gen_random_uuid(), id, 'register', '{}', 'Personas', ${sql.raw(values)} from users`.execute(db);
  await add(`'waiting', null, null`);
  await add(`'failed', now(), 'Se interrumpió.'`);
  await expect(add(`'failed', now(), null`)).rejects.toThrow('downloads_check');
  await expect(add(`'waiting', now(), null`)).rejects.toThrow('downloads_check');
  // Nothing is ready without its file.
  await expect(add(`'ready', now(), null`)).rejects.toThrow('downloads_check');
  await expect(add(`'done', null, null`)).rejects.toThrow('downloads_');
});

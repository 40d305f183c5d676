import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';

test('0060: nobody has an access token, and none outlives that its owner is enabled', async () => {
  const db = await versionBefore('0060');
  await sql`insert into users (name, email, roles, state)
    values ('Ana', 'ana@uni.example', '{Admin}', 'active'), ('Eva', 'eva@uni.example', '{}', 'blocked')`.execute(
    db,
  );
  const users = () => sql`select to_jsonb(u) as row, xmin from users u order by name`.execute(db);
  const before = (await users()).rows;
  await migrate(db, ALL);
  expect((await users()).rows).toEqual(before);
  expect((await sql`select from access_tokens`.execute(db)).rows).toEqual([]);

  const add = (name: string, { scopes = '{projects}', expires = "now() + interval '1 day'" } = {}) =>
    sql`insert into access_tokens (user_id, name, token_hash, scopes, expires_at)
      select id, ${name}, sha256(${name}::text::bytea), ${scopes}::text[], ${sql.raw(expires)}
      from users where name = 'Ana'`.execute(db);
  await add('Panel');
  await expect(add('PANEL')).rejects.toThrow('access_tokens_name');
  await expect(add('Nada', { scopes: '{}' })).rejects.toThrow('access_tokens_scopes_check');
  await expect(add('Vencido', { expires: 'now()' })).rejects.toThrow('access_tokens_check');
  const kept = async () => (await sql`select from access_tokens`.execute(db)).rows.length;
  const set = (assignment: string) =>
    sql`update users set ${sql.raw(assignment)} where name = 'Ana'`.execute(db);
  await set("roles = '{}'");
  expect(await kept()).toBe(1);
  await set("state = 'blocked'");
  expect(await kept()).toBe(0);
});

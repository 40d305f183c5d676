import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL, versionBefore } from '../../test/versions.ts';
import { migrate } from './migrate.ts';

test('0061: what was saved in one go follows, and no entry is another', async () => {
  const db = await versionBefore('0061');
  const [ana, eva] = (
    await sql<{ id: string }>`insert into users (name, email, roles, state)
      values ('Ana', 'ana@uni.example', '{Admin}', 'active'), ('Eva', 'eva@uni.example', '{Admin}', 'active')
      returning id`.execute(db)
  ).rows;
  let minute = 0;
  const add = async (
    action: string,
    { pause = 1, who = ana?.id as string | null | undefined, object = 'p' } = {},
  ): Promise<void> => {
    minute += pause;
    await sql`insert into audit (at, actor_id, action, object_type, object_id, changes)
      values (timestamptz '2026-05-04 12:00Z' + make_interval(mins => ${minute}), ${who ?? null}, ${action}, 'project',
        ${object}, jsonb_build_object('title', jsonb_build_array(null, ${String(minute)}::text)))`.execute(
      db,
    );
  };
  const expected: [string, Parameters<typeof add>[1], boolean][] = [
    ['project.create', {}, false],
    ['project.save.budget', {}, false],
    ['project.save.budget', { pause: 9 }, true],
    // Of something else: it stands between nothing.
    ['project.save.budget', { object: 'q' }, false],
    ['project.save.budget', {}, true],
    ['project.save.budget', { pause: 10 }, false],
    ['project.save.team', {}, false],
    ['project.save.team', { who: eva?.id }, false],
    ['project.save.team', { who: eva?.id }, true],
    ['project.submit', { who: eva?.id }, false],
    ['project.submit', { who: eva?.id }, false],
    ['review.save', { who: null }, false],
    ['review.save', { who: null }, false],
    ['report.save', {}, false],
    ['report.save', {}, true],
  ];
  for (const [action, more] of expected) await add(action, more);
  const rows = async (table: string) =>
    (await sql<{ row: object }>`select ${sql.raw(table)} as row from audit a order by id`.execute(db)).rows;
  const before = await rows('to_jsonb(a)');
  await migrate(db, ALL);
  expect(await rows("to_jsonb(a) - 'follows'")).toEqual(before);
  const { rows: follows } = await sql<{ action: string; follows: boolean }>`
    select action, follows from audit order by id`.execute(db);
  expect(follows.map(row => [row.action, row.follows])).toEqual(
    expected.map(([action, , following]) => [action, following]),
  );
  // It is kept as before: nobody changes an entry, but for the address that is forgotten.
  await expect(sql`update audit set follows = false`.execute(db)).rejects.toThrow('audit entries');
  await sql`update audit set address = null`.execute(db);
});

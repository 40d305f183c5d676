import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateTypes } from '../../scripts/db-types.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('values arrive as the types say', async () => {
  const { rows } =
    await sql`select 9007199254740991::bigint as big, date '2026-11-21' as day, 12.50::numeric as amount,
    timestamptz '2026-11-21 12:00+00' as at, '{"a":1}'::jsonb as json, array['x']::text[] as words`.execute(
      database.db,
    );
  expect(rows[0]).toEqual({
    big: 9007199254740991,
    day: '2026-11-21',
    amount: 12.5,
    at: '2026-11-21T12:00:00Z',
    json: { a: 1 },
    words: ['x'],
  });
});

test('a number that JavaScript would round is refused', async () => {
  await expect(sql`select 9007199254740993::bigint`.execute(database.db)).rejects.toThrow('does not fit');
  await expect(sql`select 0.12345678901234567::numeric`.execute(database.db)).rejects.toThrow('loses digits');
});

test('a statement survives a change of its result by a newer version', async () => {
  const { db } = database;
  await sql`create table grown (id int)`.execute(db);
  const read = () => sql`select * from grown where id > ${0}`.execute(db);
  await db.connection().execute(async () => read());
  await read();
  await sql`alter table grown add column name text`.execute(db);
  await read().catch(error => expect(error.code).toBe('0A000'));
  await expect(read()).resolves.toBeDefined();
  await sql`drop table grown`.execute(db);
});

test('a statement that reads keeps its plan, with values or without', async () => {
  await database.db.connection().execute(async db => {
    await sql`select 1 as without_values`.execute(db);
    await sql`select ${1}::int as with_values`.execute(db);
    await sql`select 1 as several; select 2`.execute(db);
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement ~ 'with(out)?_values|several'
        and statement !~ 'pg_prepared_statements' order by statement`.execute(db);
    expect(rows.map(row => row.statement)).toEqual([
      'select $1::int as with_values',
      'select 1 as without_values',
    ]);
  });
});

test('a connection lost in the middle of a transaction fails that transaction and nothing else', async () => {
  const { db } = database;
  const lost = db.transaction().execute(async trx => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
    // Waits until the other side has really gone.
    for (let gone = false; !gone; ) {
      const found = await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(db);
      gone = found.rows.length === 0;
    }
    await sql`select 1`.execute(trx);
  });
  await expect(lost).rejects.toThrow();
  await expect(sql`select 1`.execute(db)).resolves.toBeDefined();
});

test('src/db/tables.ts is what the migrations make', async () => {
  const file = await readFile(new URL('./tables.ts', import.meta.url), 'utf8');
  expect(file).toBe(await generateTypes(database.db));
});

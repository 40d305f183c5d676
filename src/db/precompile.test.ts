import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { precompile, prepare } from './precompile.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createEmptyDatabase();
});
afterAll(() => database.drop());

test('a prepared statement takes each value to all of its places, and leaves out what none asks for', async () => {
  const read = prepare<
    { sum: number; twice: string; ids: number[] },
    { n: number; text: string; unused: Date; ids: number[] }
  >(
    ['unused', 'text', 'n', 'ids'],
    ({ n, text, ids }) => sql`
      select ${n}::int + ${n}::int + 1 as sum, ${text}::text || ${n}::text || ${text}::text as twice, ${ids}::int[] as ids`,
  );
  const unused = new Date();
  expect(await read(database.db, { n: 2, text: 'a$1', unused, ids: [3, 4] })).toEqual([
    { sum: 5, twice: 'a$12a$1', ids: [3, 4] },
  ]);
  expect(await read(database.db, { n: 5, text: '', unused, ids: [] })).toEqual([
    { sum: 11, twice: '5', ids: [] },
  ]);
});

test('a fixed text holds no value of its own', () => {
  expect(() => precompile(sql`select ${1}`)).toThrow('holds no values');
  expect(() => prepare<unknown, { id: string }>(['id'], ({ id }) => sql`select ${id}, ${'other'}`)).toThrow(
    'no values of its own',
  );
});

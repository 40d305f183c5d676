import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './pool.ts';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'));
  await write('0001_first.sql', 'create table first (id int); insert into first values (1);');
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});
const write = (file: string, text: string) => writeFile(path.join(folder, file), text);

test('applies what is missing, once and in order', async () => {
  await write('0002_second.sql', 'insert into first values (2);');
  expect(await migrate(database.db, folder)).toEqual(['0001_first', '0002_second']);
  expect(await migrate(database.db, folder)).toEqual([]);
  await write('0003_third.sql', 'insert into first values (3);');
  expect(await migrate(database.db, folder)).toEqual(['0003_third']);
  const { rows } = await sql`select id from first order by id`.execute(database.db);
  expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('of several copies that start at once, each migration is applied by one', async () => {
  for (let n = 2; n <= 6; n++) await write(`000${n}_more.sql`, `insert into first values (${n});`);
  const copies = Array.from({ length: 4 }, () => openDatabase(database.url, { max: 2 }));
  const done = await Promise.all(copies.map(copy => migrate(copy, folder)));
  expect(done.flat().sort()).toHaveLength(6);
  expect(new Set(done.flat()).size).toBe(6);
  const { rows } = await sql`select count(*) as n from first`.execute(database.db);
  expect(rows).toEqual([{ n: 6 }]);
  await Promise.all(copies.map(copy => copy.destroy()));
});

test('an altered migration is refused by name, line ends aside', async () => {
  await write('0001_first.sql', 'create table first (id int);\n-- note\n');
  await migrate(database.db, folder);
  await write('0001_first.sql', 'create table first (id int);\r\n-- note\r\n');
  await expect(migrate(database.db, folder)).resolves.toEqual([]);
  await write('0001_first.sql', 'create table first (id bigint);');
  await expect(migrate(database.db, folder)).rejects.toThrow('La migración 0001_first cambió');
});

test('a migration numbered before an applied one is refused, one of a newer copy is not', async () => {
  await write('0003_third.sql', 'select 1;');
  await migrate(database.db, folder);
  await rm(path.join(folder, '0003_third.sql'));
  await expect(migrate(database.db, folder)).resolves.toEqual([]);
  await write('0002_late.sql', 'select 1;');
  await expect(migrate(database.db, folder)).rejects.toThrow('0002_late es anterior a 0003_third');
});

test('a migration that fails leaves nothing of itself', async () => {
  await write('0002_broken.sql', 'insert into first values (2); select 1/0;');
  await expect(migrate(database.db, folder)).rejects.toThrow('division by zero');
  const { rows } = await sql`select count(*) as n from first`.execute(database.db);
  expect(rows).toEqual([{ n: 1 }]);
});

test('two files with one number are refused', async () => {
  await write('0001_again.sql', 'select 1;');
  await expect(migrate(database.db, folder)).rejects.toThrow('mismo número');
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { inTransaction, isDatabaseLost } from './again.ts';
import { openDatabase, type Transaction } from './pool.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table notes (id int primary key, text text not null default '')`.execute(database.db);
  await sql`insert into notes (id) values (1), (2)`.execute(database.db);
});
afterAll(() => database.drop());

/** Ends the connection of a transaction and waits until the other side has really gone. */
async function cut(tx: Transaction): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
  await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database.db);
}
const texts = async () =>
  (await sql<{ text: string }>`select text from notes order by id`.execute(database.db)).rows.map(
    r => r.text,
  );
const write = (id: number, text: string) => sql`update notes set text = ${text} where id = ${id}`;

describe('a transaction', () => {
  it('begins again when its connection breaks off, and is written once', async () => {
    let attempts = 0;
    await inTransaction(database.db, async tx => {
      attempts += 1;
      await sql`update notes set text = text || 'x' where id = 1`.execute(tx);
      if (attempts < 3) await cut(tx);
      await write(2, 'done').execute(tx);
    });
    expect([attempts, await texts()]).toEqual([3, ['x', 'done']]);
  });

  it('gives up after three attempts, as something that may be tried again', async () => {
    let attempts = 0;
    const lost = inTransaction(database.db, async tx => {
      attempts += 1;
      await cut(tx);
      await write(1, 'never').execute(tx);
    });
    await expect(lost).rejects.toSatisfy(isDatabaseLost);
    expect(attempts).toBe(3);
  });

  it('is not repeated when it broke off at its end, where it may have been written', async () => {
    let attempts = 0;
    const lost = inTransaction(database.db, async tx => {
      attempts += 1;
      await cut(tx);
    });
    await expect(lost).rejects.toSatisfy(isDatabaseLost);
    expect(attempts).toBe(1);
  });

  it('nor for a fault of its own, nor where nobody answers', async () => {
    let attempts = 0;
    const wrong = inTransaction(database.db, async tx => {
      attempts += 1;
      await sql`insert into notes (id) values (1)`.execute(tx);
    });
    await expect(wrong).rejects.toMatchObject({ code: '23505' });
    const away = openDatabase('postgres://nobody@127.0.0.1:1/none', { max: 1 });
    await expect(inTransaction(away, async () => attempts++)).rejects.toSatisfy(isDatabaseLost);
    await away.destroy();
    expect(attempts).toBe(1);
  });

  it('begins again after a deadlock', async () => {
    const both = [
      [1, 2],
      [2, 1],
    ] as const;
    const attempts = [0, 0];
    const [holds, ended] = [
      [false, false],
      [false, false],
    ];
    await Promise.all(
      both.map(async ([first, second], n) => {
        await inTransaction(database.db, async tx => {
          attempts[n] = (attempts[n] ?? 0) + 1;
          // Who begins again lets the other one end: first at the row it would meet it once more.
          while (attempts[n] > 1 && !ended[1 - n]) await sql`select 1`.execute(tx);
          await write(first, `${n}`).execute(tx);
          holds[n] = true;
          // They meet: each holds what the other one wants.
          while (!holds[1 - n]) await sql`select 1`.execute(tx);
          await write(second, `${n}`).execute(tx);
        });
        ended[n] = true;
      }),
    );
    expect(attempts.toSorted()).toEqual([1, 2]);
    const [one, two] = await texts();
    expect(one).toBe(two);
  });
});

it.each([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated unexpectedly',
  'Connection terminated',
  'timeout exceeded when trying to connect',
])('the driver’s words for a lost database: %s', words => {
  expect(isDatabaseLost(new Error(words))).toBe(true);
  expect(isDatabaseLost(new Error(`no such thing as ${words.length}`))).toBe(false);
});

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../src/db/pool.ts';
import { type Client, clientOf } from './client.ts';
import { openCopies } from './copies.ts';
import { PEOPLE } from './demo.ts';
import { done } from './factories.ts';
import type { Program } from './program.ts';
import { signInAs } from './sign-in.ts';
import { startMailServer, type TestMailServer } from './smtp.ts';

let smtp: TestMailServer;
beforeEach(async () => {
  smtp = await startMailServer();
});
afterEach(() => smtp.stop());
const installation = openCopies(() => ({ SMTP_URL: smtp.url, MAIL_FROM: 'vinculacion@uni.example' }));
const { start } = installation;
let db: Database;
beforeEach(() => {
  db = installation.database.db;
});

const admin = async ({ url }: Program): Promise<Client> =>
  clientOf(url, await signInAs({ db }, PEOPLE.admin));

/** Only these count: by the clock the sample university's reminders are written and sent as well. */
const isOurs = (address = '') => /^p\d+@uni\.example$/.test(address);
const received = () => smtp.received.filter(m => isOurs(m.to[0]));
const receivers = () => received().map(m => m.to[0]);

/** Kept mails, so that nothing sends them by the clock. */
async function write(count: number): Promise<string[]> {
  const rows = await db
    .insertInto('mails')
    .values(
      Array.from({ length: count }, (_, n) => ({
        address: `p${n}@uni.example`,
        name: 'Persona',
        type: 'turn',
        subject: 'Asunto',
        html: '<p>Hola</p>',
        text: 'Hola',
        state: 'kept' as const,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(row => row.id);
}

/** Busy with its own start, a server may turn a request away unread: then it is sent again, as its answer says. */
async function resend(program: Program, ids: readonly string[]): Promise<void> {
  const client = await admin(program);
  const ask = async () => {
    const answer = await client.post('/mails/resend', { ids });
    return answer.status !== 503 && answer;
  };
  const answer = await vi.waitUntil(ask, { timeout: 120_000, interval: 200 });
  if (answer) done(answer);
}

/** Resolves with the next mail that the mail server gets, before it is answered. */
const nextMail = (answer: Promise<void> | undefined = undefined) =>
  new Promise<void>(resolve => {
    smtp.onMail = ({ to }) => {
      if (!isOurs(to[0])) return;
      resolve();
      return answer;
    };
  });
const all = (count: number) =>
  new Promise<void>(resolve => {
    let seen = 0;
    smtp.onMail = ({ to }) => {
      if (isOurs(to[0]) && ++seen === count) resolve();
    };
  });

it('a server killed between the sending and its note loses no mail', async () => {
  const first = await start();
  const [lost = '', other = ''] = await write(2);
  // The mail server has the mail and does not come to answer.
  const taken = nextMail(new Promise(() => {}));
  await resend(first, [lost]);
  await taken;
  first.child.kill('SIGKILL');
  await first.ended;
  const left = await db
    .selectFrom('mails')
    .select(['state', 'attempts'])
    .where('id', '=', lost)
    .executeTakeFirst();
  expect(left).toEqual({ state: 'pending', attempts: 1 });

  await sql`update mails set claimed_until = now() where id = ${lost}`.execute(db);
  // The clock of the second server may be faster than we are.
  const sent = all(2);
  const second = await start();
  await resend(second, [other]);
  await sent;
  second.child.kill('SIGTERM');
  // The order to stop lets the round under way end, with its notes.
  expect(await second.ended).toBe(0);
  expect(receivers().toSorted()).toEqual(['p0@uni.example', 'p1@uni.example']);
  expect(received().map(m => m.headers['message-id'])).toContain(`<${lost}@localhost>`);
  const after = await db.selectFrom('mails').select('state').where('id', 'in', [lost, other]).execute();
  expect(after.map(m => m.state)).toEqual(['sent', 'sent']);
});

it('two copies start at once, share the work and do none of it twice', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  const ids = await write(40);
  const sent = all(40);
  await Promise.all([resend(one, ids.slice(0, 20)), resend(two, ids.slice(20))]);
  await sent;
  for (const { child } of installation.copies) child.kill('SIGTERM');
  expect(await Promise.all(installation.copies.map(c => c.ended))).toEqual([0, 0]);
  expect(new Set(receivers()).size).toBe(40);
  expect(received()).toHaveLength(40);
  const schedules = await sql<{ name: string }>`select name from jobs.schedule order by name`.execute(db);
  expect(schedules.rows.map(s => s.name)).toEqual(
    expect.arrayContaining(['files.clean', 'mail.digest', 'mail.send']),
  );
});

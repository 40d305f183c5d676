import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { Download } from '../src/features/downloads/contract.ts';
import { type Client, clientOf } from './client.ts';
import { openCopies } from './copies.ts';
import { PEOPLE } from './demo.ts';
import { askFor, downloadsOf, openFile } from './downloads.ts';
import { done } from './factories.ts';
import type { Program } from './program.ts';
import { signInAs } from './sign-in.ts';

const installation = openCopies();

async function start(): Promise<{ program: Program; office: Client }> {
  const program = await installation.start();
  return { program, office: clientOf(program.url, await signInAs(installation.database, PEOPLE.admin)) };
}

/** Busy with its own start, a server may turn a request away unread: then it is sent again, as its answer says. */
async function ask(office: Client): Promise<Download> {
  const send = async () => {
    const answer = await askFor(office, 'activities');
    return answer.status !== 503 && answer;
  };
  const answer = await vi.waitUntil(send, { timeout: 120_000, interval: 200 });
  if (!answer) throw new Error('no answer');
  return done(answer);
}

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 120_000, interval: 100 });
const stateOf = async (office: Client, id: string) =>
  (await downloadsOf(office)).find(each => each.id === id)?.state;

/** Processes that make files, by their connections. */
async function makers(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(distinct pid)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'vinculacion-downloads'`.execute(
    installation.database.db,
  );
  return rows[0]?.n ?? 0;
}
async function waitForLock(): Promise<void> {
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity where datname = current_database()
      and application_name = 'vinculacion-downloads' and wait_event_type = 'Lock'`.execute(
      installation.database.db,
    );
    expect(rows).toHaveLength(1);
  });
}

/** Nobody reads the activities until the answer is called: what makes a register of them stands still. */
async function holdActivities(): Promise<() => Promise<void>> {
  const tx = await installation.database.db.startTransaction().execute();
  await sql`lock table activities in access exclusive mode`.execute(tx);
  return () => tx.rollback().execute().then();
}

it('a server killed while a file is made leaves none, and the next one makes it', async () => {
  const first = await start();
  const release = await holdActivities();
  const { id } = await ask(first.office);
  await waitForLock();
  expect(await stateOf(first.office, id)).toBe('preparing');
  first.program.child.kill('SIGKILL');
  await first.program.ended;
  // The process that was making it ends with its server.
  await release();
  await until(async () => expect(await makers()).toBe(0));
  const { rows } = await sql<{ state: string }>`select state from downloads where id = ${id}`.execute(
    installation.database.db,
  );
  expect(rows).toEqual([{ state: 'preparing' }]);

  const second = await start();
  await sql`update downloads set claimed_until = now() where id = ${id}`.execute(installation.database.db);
  // Another one wakes the job; left alone it would come by the clock.
  const other = done(await askFor(second.office, 'steps'));
  await until(async () => {
    expect(await stateOf(second.office, id)).toBe('ready');
    expect(await stateOf(second.office, other.id)).toBe('ready');
  });
  expect((await openFile(second.office, id)).status).toBe(200);
}, 240_000);

/** Whatever makes a file for this server, by its number. */
function makerOf({ child }: Program): number {
  for (const id of readdirSync('/proc').filter(name => /^\d+$/.test(name)))
    try {
      if (!readFileSync(`/proc/${id}/status`, 'utf8').includes(`\nPPid:\t${child.pid}\n`)) continue;
      if (readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('prepare.ts')) return Number(id);
    } catch {
      // It ended meanwhile.
    }
  throw new Error('nobody makes a file');
}

it.runIf(process.platform === 'linux')(
  'a process that dies over a file is not the end of its server, and the file is begun anew',
  async () => {
    const { program, office } = await start();
    const release = await holdActivities();
    const { id } = await ask(office);
    await waitForLock();
    process.kill(makerOf(program), 'SIGKILL');
    // Its session finds out once it may go on.
    await release();
    await until(async () => expect(await makers()).toBe(0));
    // Woken by another one.
    done(await askFor(office, 'steps'));
    await until(async () => expect(await stateOf(office, id)).toBe('ready'));
    const { rows } = await sql`select attempts from downloads where id = ${id}`.execute(
      installation.database.db,
    );
    expect(rows).toEqual([{ attempts: 2 }]);
    expect(program.output()).toContain('ended with');
  },
  240_000,
);

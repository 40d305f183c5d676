import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import { type Call, type CallState, isProvisional, missingToOpen } from '../../domain/calls/calls.ts';
import { STARTED } from '../../domain/kinds/statuses.ts';
import { byItself } from '../../server/commands/command.ts';
import type { Deps } from '../../server/deps.ts';
import type { Job } from '../../server/jobs.ts';
import { lockCall } from './commands.ts';
import { moveCallTo } from './progress/commands.ts';
import { holdsOf } from './progress/queries.ts';

/** An appeal that arrived in time may still be on its way through the server when its days are over. */
const ON_ITS_WAY_MS = 5 * 60_000;

/** Where the clock moves a call now; null where it stays. One that lacks something waits for the office. */
async function moveByItself(tx: Transaction, call: Call, now: Date): Promise<CallState | null> {
  const { id, state, opensAt, closesAt } = call;
  if (state === 'preparation')
    return opensAt && new Date(opensAt) <= now && missingToOpen(call, now).length === 0 ? 'open' : null;
  if (state === 'open') return closesAt && new Date(closesAt) <= now ? 'evaluation' : null;
  if (isProvisional(state)) {
    const { total, appealsUntil } = await holdsOf(tx, call, new Date(now.getTime() - ON_ITS_WAY_MS));
    return total === 0 && appealsUntil === null ? 'resolved' : null;
  }
  return state === 'resolved' && (await hasStarted(tx, id)) ? 'execution' : null;
}

const startedIn = (call: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from projects p where p.call_id = ${call} and p.status in ${among(STARTED)})`;

async function hasStarted(tx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql<{ started: boolean }>`select ${startedIn(sql`${id}`)} as started`.execute(tx);
  return rows[0]?.started === true;
}

/**
 * Opens, closes and resolves calls whose time has come, and tells those whose first project started; each by one copy
 * of the server. Answers how many.
 */
export async function runCalls(db: Database, now = new Date()): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select c.id from calls c where (c.state = ${lit.call('preparation')} and c.opens_at <= ${now})
      or (c.state = ${lit.call('open')} and c.closes_at <= ${now}) or c.state = ${lit.call('provisional')}
      or (c.state = ${lit.call('resolved')} and ${startedIn(sql`c.id`)})`.execute(db);
  let moved = 0;
  for (const { id } of rows)
    moved += await byItself(db, now, async run => {
      const call = await lockCall(run.tx, id);
      const to = await moveByItself(run.tx, call, now);
      if (to) await moveCallTo(run, call, to);
      return to ? 1 : 0;
    });
  return moved;
}

export const callJobs = ({ db }: Deps): Job[] => [
  { name: 'calls.clock', cron: '* * * * *', pollSeconds: 10, run: () => runCalls(db) },
];

import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { type Call, type CallState, missingToOpen } from '../../domain/calls/calls.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import { byItself } from '../../server/commands/command.ts';
import type { Deps } from '../../server/deps.ts';
import type { Job } from '../../server/jobs.ts';
import { lockCall } from './commands.ts';

/** Where the clock moves a call now; null where it stays. One that lacks something waits for the office. */
function moveByItself(call: Call, now: Date): CallState | null {
  const { state, opensAt, closesAt, executionFrom } = call;
  if (state === 'preparation')
    return opensAt && new Date(opensAt) <= now && missingToOpen(call, now).length === 0 ? 'open' : null;
  if (state === 'open') return closesAt && new Date(closesAt) <= now ? 'evaluation' : null;
  return state === 'resolved' && executionFrom && executionFrom <= localDay(now) ? 'execution' : null;
}

/** Opens, closes and starts calls whose time has come; each by one copy of the server. Answers how many. */
export async function runCalls(db: Database, now = new Date()): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from calls where (state = ${lit.call('preparation')} and opens_at <= ${now})
      or (state = ${lit.call('open')} and closes_at <= ${now})
      or (state = ${lit.call('resolved')} and execution_from <= ${localDay(now)}::date)`.execute(db);
  let moved = 0;
  for (const { id } of rows)
    moved += await byItself(db, now, async ({ tx, record }) => {
      const call = await lockCall(tx, id);
      const to = moveByItself(call, now);
      if (!to) return 0;
      await tx
        .updateTable('calls')
        .set({ state: to, version: call.version + 1, updated_at: now, updated_by: null })
        .where('id', '=', id)
        .execute();
      record({ action: 'call.move', objectType: 'call', objectId: id, changes: { state: [call.state, to] } });
      return 1;
    });
  return moved;
}

export const callJobs = ({ db }: Deps): Job[] => [
  { name: 'calls.clock', cron: '* * * * *', pollSeconds: 10, run: () => runCalls(db) },
];

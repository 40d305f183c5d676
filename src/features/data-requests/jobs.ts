import { sql } from 'kysely';
import { readHolidays } from '../../db/holidays.ts';
import type { Database } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import { lit } from '../../db/states.ts';
import { reminderKind, reminderSlot } from '../../domain/notices/reminders.ts';
import type { DataRight } from '../../domain/privacy/rights.ts';
import { byItself, type Command } from '../../server/commands/command.ts';
import type { Deps } from '../../server/deps.ts';
import type { Job } from '../../server/jobs.ts';
import { announce } from '../../server/notices/announce.ts';
import { REQUEST_DUE } from './queries.ts';

interface Open {
  readonly id: string;
  readonly code: string;
  readonly right: DataRight;
  readonly userId: string | null;
  readonly due: Date;
}

/** Of several copies one writes the row, and calls the office in the same transaction. */
async function remindOnce(run: Command<null>, request: Open, slot: number): Promise<boolean> {
  const { id, code, right, userId, due } = request;
  const { rows } = await sql`
    insert into turn_reminders (turn, object_id, due_at, slot, sent_at)
    select 'data_request', ${id}, ${due}, ${slot}, ${run.now} where not exists (
      select from turn_reminders where object_id = ${id} and due_at = ${due} and slot >= ${slot})
    on conflict do nothing returning slot`.execute(run.tx);
  if (rows.length === 0) return false;
  const reminder = reminderKind(due, run.now);
  const makers = userId === null ? [] : [userId];
  const event = { kind: 'data_request_waiting', actorId: null, code, right, reminder, makers } as const;
  await announce(run, { ...event, due: due.toISOString() }, null);
  return true;
}

/** Calls the office to requests that are due soon or late, at the times of other reminders; answers how many. */
export async function remindOfRequests(db: Database, now = new Date()): Promise<number> {
  const [times, holidays] = await Promise.all([readSetting(db, 'reminders'), readHolidays(db)]);
  const { rows } = await sql<Omit<Open, 'due'> & { due: string }>`
    select d.id, d.code, d.data_right as "right", d.user_id as "userId", ${REQUEST_DUE} as due
    from data_requests d where d.state = ${lit.dataRequest('open')} order by d.id`.execute(db);
  let reminded = 0;
  for (const row of rows) {
    const request = { ...row, due: new Date(row.due) };
    const slot = reminderSlot(request.due, now, holidays, times);
    if (slot !== null && (await byItself(db, now, run => remindOnce(run, request, slot)))) reminded += 1;
  }
  return reminded;
}

export const requestJobs = ({ db }: Deps): Job[] => [
  { name: 'requests.due', cron: '*/10 * * * *', pollSeconds: 60, run: () => remindOfRequests(db) },
];

import { sql } from 'kysely';
import { readHolidays } from '../../../db/holidays.ts';
import type { Database, Transaction } from '../../../db/pool.ts';
import { among, lit } from '../../../db/states.ts';
import { appealUntil } from '../../../domain/calls/appeals.ts';
import { type Call, type CallState, isUnresolved } from '../../../domain/calls/calls.ts';
import { UNDER_WAY } from '../../../domain/calls/proposals.ts';
import { isDraft, isFinal, STATUSES, type Status, UNDECIDED } from '../../../domain/kinds/statuses.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { iso } from '../queries.ts';
import type { getProgress, Hold, Received } from './contract.ts';

type Progress = OutputOf<typeof getProgress>;

/** Neither over nor only being written. */
const UNFINISHED = STATUSES.filter(s => !isFinal(s) && !isDraft(s));

/** Where a call goes next, and the statuses in which a proposal keeps it from that. */
function waitsFor(state: CallState): { next: CallState; statuses: readonly Status[] } | null {
  if (isUnresolved(state) && state !== 'open') return { next: 'provisional', statuses: UNDER_WAY };
  if (state === 'provisional') return { next: 'resolved', statuses: UNDECIDED };
  return state === 'resolved' || state === 'execution' ? { next: 'closed', statuses: UNFINISHED } : null;
}

const MOST = 100;

/** What a call waits for before it goes on. */
export async function holdsOf(
  db: Database | Transaction,
  call: Pick<Call, 'id' | 'state' | 'appealDays'>,
  now: Date,
): Promise<Progress> {
  const waits = waitsFor(call.state);
  if (!waits) return { next: null, appealsUntil: null, holds: [], total: 0 };
  const { rows } = await sql<Hold & { total: number }>`
    select p.id, p.kind, p.code, p.title, p.status, count(*) over ()::int as total,
      case when a.id is not null then json_build_object('due', ${iso('a.due_at')}) end as appeal
    from projects p left join appeals a on a.project_id = p.id and a.upheld is null
    where p.call_id = ${call.id} and (a.id is not null or p.status in ${among(waits.statuses)})
    order by a.due_at, p.code limit ${MOST}`.execute(db);
  return {
    next: waits.next,
    appealsUntil: call.state === 'provisional' ? await lastToAppeal(db, call, now) : null,
    holds: rows.map(({ total: _, ...hold }) => hold),
    total: rows[0]?.total ?? 0,
  };
}

/** Until when anybody of the call may still appeal; `null` where that is over, or the bases give no days. */
async function lastToAppeal(
  db: Database | Transaction,
  { id, appealDays }: Pick<Call, 'id' | 'appealDays'>,
  now: Date,
): Promise<string | null> {
  if (appealDays === 0) return null;
  const { rows } = await sql<{ at: string | null }>`
    select max(d.at) as at from projects p join lateral (
      select h.at, h.action, h.from_status from project_history h where h.project_id = p.id and h.to_status = p.status
        and h.from_status <> h.to_status and h.undone_at is null order by h.id desc limit 1) d on true
    where p.call_id = ${id} and not exists (select from appeals a where a.project_id = p.id)
      and (p.status = ${lit.status('not_awarded')} and d.from_status <> ${lit.status('waitlisted')}
        or p.status = ${lit.status('rejected')} and d.action = ${lit.action('dismiss')})`.execute(db);
  const at = rows[0]?.at;
  if (!at) return null;
  const until = appealUntil(new Date(at), appealDays, await readHolidays(db));
  return until < now ? null : until.toISOString();
}

/** Counted where the rows are: no proposal leaves for it. */
export async function receivedIn(db: Database, call: string): Promise<Received> {
  const { rows } = await sql<Received>`
    select coalesce((
      select json_agg(json_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'received', d.received) order by d.day)
      from (
        select s.day, sum(count(*)) over (order by s.day)::int as received
        from (
          select (p.submitted_at at time zone 'America/Santiago')::date as day from projects p
          where p.call_id = c.id and p.submitted_at is not null) s
        group by s.day) d), '[]') as days
    from calls c where c.id = ${call}`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

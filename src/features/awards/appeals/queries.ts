import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { can } from '../../../domain/access/can.ts';
import { appealRefusal, appealUntil, isAppealable } from '../../../domain/calls/appeals.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import { addWorkingDays } from '../../../domain/kit/calendar.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { freeOf } from '../../../server/part-taking/queries.ts';
import { type KindLookup, kindLookup } from '../../kinds/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  type StoredProject,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import type { WaitingTurn } from '../../workflow/effects.ts';
import type { Appeal, getAppeal, WaitingAppeal } from './contract.ts';

interface Around {
  readonly appeal: Appeal | null;
  /** The decision it is or would be against. */
  readonly decision: number | null;
  readonly decidedAt: string | null;
  readonly decidedFrom: Status | null;
  readonly holidays: string[];
}

/** Of the appeal `a`: it waits, and is late. */
export const overdueAt = (now: Date) => sql<boolean>`(a.upheld is null and a.due_at < ${now})`;

/** What has been said against the present result of a proposal, and whether something may be said. */
export async function appealOf(
  db: Database | Transaction,
  project: StoredProject,
  kinds: KindLookup,
  now: Date,
) {
  const { rows } = await sql<Around>`
    select d.id as decision, ${iso(sql`d.at`)} as "decidedAt", d.from_status as "decidedFrom", array(select day::text from holidays) as holidays,
      (select json_build_object('text', a.text, 'at', ${iso(sql`a.at`)}, 'author',
        json_build_object('id', u.id, 'name', u.name), 'upheld', a.upheld, 'answer', a.answer,
        'answeredAt', ${iso(sql`a.answered_at`)}, 'due', ${iso(sql`a.due_at`)}, 'overdue', ${overdueAt(now)}) from appeals a join users u on u.id = a.author_id
        where a.project_id = p.id) as appeal
    from projects p left join lateral (
      select h.id, h.at, h.from_status from project_history h where h.project_id = p.id and h.to_status = p.status
        and h.from_status <> h.to_status and h.undone_at is null order by h.id desc limit 1) d on true
    where p.id = ${project.id}`.execute(db);
  const {
    appeal = null,
    decision = null,
    decidedAt = null,
    decidedFrom = null,
    holidays = [],
  } = rows[0] ?? {};
  const { dismissed } = subjectOf(project, definitionOf(kinds, project), { now });
  const days = project.call?.appealDays ?? null;
  const off = new Set(holidays);
  const since = new Date(decidedAt ?? project.statusSince);
  const hasAppeal = appeal !== null;
  const asked = { status: project.status, dismissed, decidedFrom, days, decidedAt: since, hasAppeal };
  const appealable = isAppealable(asked);
  return {
    appeal,
    decision,
    answerDue: addWorkingDays(now, project.call?.answerDays ?? 1, off),
    refusal: appealRefusal(asked, now, off),
    until: days !== null && days > 0 && appealable ? appealUntil(since, days, off).toISOString() : null,
  };
}

export const isOwn = (actor: Actor, { leadId, alternateId }: StoredProject): boolean =>
  [leadId, alternateId].includes(actor.id);

export async function showAppeal(
  db: Database,
  actor: Actor,
  address: ProjectAddress,
  now: Date,
): Promise<OutputOf<typeof getAppeal>> {
  const project = await readProject(db, actor, address);
  const kinds = await kindLookup(db);
  const { appeal, until, refusal } = await appealOf(db, project, kinds, now);
  const answering = can(actor, 'answer_appeal', subjectOf(project, definitionOf(kinds, project), { now }));
  const [own, office] = [isOwn(actor, project), isAdmin(actor)];
  const theirs = own || office;
  return {
    appeal: theirs ? appeal : null,
    until: theirs ? until : null,
    refusal: theirs ? refusal : 'Apelan el responsable y el alterno.',
    own,
    mayAnswer: answering.allowed && appeal !== null && appeal.upheld === null,
    version: project.version,
  };
}

const OPEN = precompile(sql`appeals a join projects p on p.id = a.project_id where a.upheld is null`);
const MOST_WAITING = 20;

/** Whether any appeal waits for the office, which is seldom. */
export const hasOpenAppeals = sql<boolean>`exists (select from ${OPEN})`;

/** Appeals that wait for this person of the office, oldest due first, at most 20; nobody answers what they take part in. */
export async function waitingAppeals(db: Database, actor: Actor, now: Date): Promise<WaitingAppeal[]> {
  if (!isAdmin(actor)) return [];
  const { rows } = await sql<WaitingAppeal>`
    select json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project,
      ${iso(sql`a.at`)} as at, ${iso(sql`a.due_at`)} as due, ${overdueAt(now)} as overdue
    from ${OPEN} and ${freeOf(actor)} order by a.due_at, p.id limit ${sql.lit(MOST_WAITING)}`.execute(db);
  return rows;
}

/** Appeals that the office has not answered and that are due before an instant, for reminders. */
export async function dueAppeals(db: Database, before: Date): Promise<WaitingTurn[]> {
  const { rows } = await sql<Omit<WaitingTurn, 'since' | 'due'> & { since: string; due: string }>`
    select 'appeal' as turn, a.id, p.status, '{}'::uuid[] as holders, true as office, a.at as since, a.due_at as due,
      json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project
    from ${OPEN} and a.due_at < ${before} order by a.due_at, p.id`.execute(db);
  return rows.map(row => ({ ...row, since: new Date(row.since), due: new Date(row.due) }));
}

import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { among, lit } from '../../../db/states.ts';
import type { PartSubject } from '../../../domain/access/part-taking.ts';
import { judgeMadeDecision } from '../../../domain/access/spending.ts';
import { ACCOUNTED } from '../../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import {
  isReturnedStatement,
  OPEN_STATEMENTS,
  type StatementState,
} from '../../../domain/spending/expense-states.ts';
import { barColumns, freeOffice, partIds } from '../../../server/part-taking/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';
import { ledBy } from '../../project-record/visibility/queries.ts';
import type { WaitingTurn } from '../../workflow/effects.ts';
import { makerIds } from '../queries.ts';
import type { WaitingStatement } from './contract.ts';

/** More than an office ever has; what is beyond waits for the first ones to be decided. */
const MOST_WAITING = 1000;
const MOST_SHOWN = 20;

/** Statements `s` of a project `p` that somebody has to decide or answer. */
const WAITING = precompile(sql`statements s join projects p on p.id = s.project_id
  where s.state in ${among(OPEN_STATEMENTS)} and p.status in ${among(ACCOUNTED)}`);

/** Those that may wait for this person. */
const waitingFor = (me: RawBuilder<string>, isOffice: boolean) => {
  const own = sql`(s.state = ${lit.statement('returned')} and ${ledBy(me)})`;
  return sql`${WAITING} and ${isOffice ? sql`(s.state = ${lit.statement('submitted')} or ${own})` : own}`;
};

/** Whether there are any: only then it is looked which they are. */
export const hasWaitingStatements = (me: RawBuilder<string>, isOffice: boolean) =>
  sql<boolean>`exists (select from ${waitingFor(me, isOffice)})`;

const columns = sql`s.id, s.number, s.state, ${iso(sql`s.due_at`)} as due, ${makerIds} as "makerIds",
  ${iso(sql`case when s.state = ${lit.statement('returned')} then s.decided_at else s.submitted_at end`)} as since,
  json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project, p.status`;

interface Stored extends PartSubject {
  readonly id: string;
  readonly number: number;
  readonly state: StatementState;
  readonly due: string;
  readonly since: string;
  readonly makerIds: readonly string[];
  readonly project: WaitingStatement['project'];
}

/** Statements that the reader may decide, or has to answer, oldest due first, at most 20. */
export async function waitingStatements(db: Database, actor: Actor, now: Date): Promise<WaitingStatement[]> {
  const { rows } = await sql<Stored & { freeIds: string[] }>`
    select ${columns}, ${partIds} as "partIds", ${barColumns(actor)}, ${freeOffice} as "freeIds"
    from ${waitingFor(sql.val(actor.id), isAdmin(actor))}
    order by s.due_at, s.id limit ${sql.lit(MOST_WAITING)}`.execute(db);
  return rows
    .filter(s => isReturnedStatement(s) || judgeMadeDecision(actor, s, s.makerIds, s.freeIds).allowed)
    .slice(0, MOST_SHOWN)
    .map(({ id, project, number, since, due, ...s }) => ({
      ...{ id, project, number, isReturned: isReturnedStatement(s), since, due },
      overdue: new Date(due) < now,
    }));
}

/** What is due before an instant, for reminders: the office decides, lead and alternate answer. */
export async function dueStatements(db: Database, before: Date): Promise<WaitingTurn[]> {
  const { rows } = await sql<Omit<Stored, keyof PartSubject> & Pick<Stored, 'status'> & Seats>`
    select ${columns}, p.lead_id as "leadId", p.alternate_id as "alternateId"
    from ${WAITING} and s.due_at < ${before} order by s.due_at, s.id`.execute(db);
  return rows.map(({ id, number, project, status, leadId, alternateId, ...s }) => {
    const isReturned = isReturnedStatement(s);
    return {
      ...{ turn: 'statement', id, project, status },
      what: `Rendición ${number}${isReturned ? ' con observaciones' : ''}`,
      holders: isReturned ? [leadId, alternateId].filter(seat => seat !== null) : [],
      office: !isReturned,
      ...(!isReturned && { makers: s.makerIds }),
      since: new Date(s.since),
      due: new Date(s.due),
    };
  });
}

interface Seats {
  readonly leadId: string;
  readonly alternateId: string | null;
}

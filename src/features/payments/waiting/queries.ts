import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { among, lit } from '../../../db/states.ts';
import type { PartSubject } from '../../../domain/access/part-taking.ts';
import { judgeMadeDecision } from '../../../domain/access/spending.ts';
import { ACCOUNTED } from '../../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import {
  isReturnedRefund,
  isSubmittedRefund,
  OPEN_REFUNDS,
  type RefundState,
} from '../../../domain/spending/expense-states.ts';
import { barColumns, freeOffice, NO_BAR, partIds } from '../../../server/part-taking/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';
import { ledBy } from '../../project-record/visibility/queries.ts';
import type { WaitingTurn } from '../../workflow/effects.ts';
import type { WaitingRefunds } from './contract.ts';

/** More than an office ever has; what is beyond waits for the first ones to be settled. */
const MOST_WAITING = 1000;
const MOST_SHOWN = 20;

/** Refunds `r` of a project `p` that somebody may decide, or mend. */
const WAITING = precompile(sql`refunds r join projects p on p.id = r.project_id
  where r.state in ${among(OPEN_REFUNDS)} and p.status in ${among(ACCOUNTED)}`);

/** What came back to this person, and for the office what was sent to it. */
const waitingFor = (me: RawBuilder<string>, isOffice: boolean) => {
  const own = sql`(r.state = ${lit.refund('returned')} and ${ledBy(me)})`;
  return sql`${WAITING} and ${isOffice ? sql`(r.state = ${lit.refund('submitted')} or ${own})` : own}`;
};

/** Whether there are any: only then it is looked who settles them. */
export const hasWaitingRefunds = (me: RawBuilder<string>, isOffice: boolean) =>
  sql<boolean>`exists (select from ${waitingFor(me, isOffice)})`;

/** What waits of one project in one state, made by the same people. */
interface Group extends PartSubject {
  readonly project: WaitingRefunds['project'];
  readonly leadId: string;
  readonly alternateId: string | null;
  readonly state: RefundState;
  readonly makers: readonly string[];
  /** Of the office, who is free to decide of the project. */
  readonly freeIds: readonly string[];
  readonly count: number;
  /** Of the first one to be due. */
  readonly since: string;
  readonly due: string;
}

/** What waits, oldest due first. */
async function readGroups(
  db: Database,
  waiting: RawBuilder<unknown>,
  bar: RawBuilder<unknown>,
): Promise<Group[]> {
  const { rows } = await sql<{ groups: Group[] }>`
    with w as materialized (
      select r.project_id, r.state, r.maker_ids, count(*)::int as count, min(r.due_at) as due_at,
        (array_agg(coalesce(r.decided_at, r.submitted_at) order by r.due_at, r.submitted_at))[1] as since
      from ${waiting} group by r.project_id, r.state, r.maker_ids
      order by min(r.due_at), r.project_id, r.state, r.maker_ids limit ${sql.lit(MOST_WAITING)}
    )
    select coalesce(json_agg(g order by g.due, g.id, g.state, g.makers::text), '[]') as groups from (
      select p.id, json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project,
        p.status, p.lead_id as "leadId", p.alternate_id as "alternateId", ${partIds} as "partIds", ${bar}, w.state,
        ${freeOffice} as "freeIds", w.maker_ids as makers, w.count, ${iso(sql`w.since`)} as since,
        ${iso(sql`w.due_at`)} as due
      from w join projects p on p.id = w.project_id) g`.execute(db);
  return rows[0]?.groups ?? [];
}

const ownersOf = ({ leadId, alternateId }: Group): string[] =>
  alternateId === null ? [leadId] : [leadId, alternateId];

/** Refunds that the reader may decide, or is to mend, by project; oldest due first, at most 20. */
export async function waitingRefunds(db: Database, actor: Actor, now: Date): Promise<WaitingRefunds[]> {
  const groups = await readGroups(db, waitingFor(sql.val(actor.id), isAdmin(actor)), barColumns(actor));
  const isMine = (g: Group) =>
    isReturnedRefund(g)
      ? ownersOf(g).includes(actor.id)
      : judgeMadeDecision(actor, g, g.makers, g.freeIds).allowed;
  return gather(groups.filter(isMine), g => `${g.project.id} ${g.state}`)
    .slice(0, MOST_SHOWN)
    .map(([first, ...more]) => ({
      project: first.project,
      count: [first, ...more].reduce((sum, { count }) => sum + count, 0),
      isReturned: isReturnedRefund(first),
      ...{ since: first.since, due: first.due, overdue: new Date(first.due) < now },
    }));
}

/** Those of which `keyOf` says the same, in the order of the first of each. */
const gather = <T>(all: readonly T[], keyOf: (one: T) => string): [T, ...T[]][] =>
  [...Map.groupBy(all, keyOf).values()].flatMap(([first, ...more]) => (first ? [[first, ...more]] : []));

type RefundTurn = WaitingTurn & { readonly makers: readonly string[] };

/**
 * What is due before an instant, for reminders: of each project one turn of the office and one of its own people. What
 * is due at once calls both together, as one instant of a project is reminded of once.
 */
export async function dueRefunds(db: Database, before: Date): Promise<WaitingTurn[]> {
  const groups = await readGroups(db, sql`${WAITING} and r.due_at < ${before}`, NO_BAR);
  const turns = gather(groups, g => `${g.project.id} ${g.state}`).map(([first, ...more]) =>
    turnOf(first, [first, ...more]),
  );
  return gather(turns, ({ id, due }) => `${id} ${due.getTime()}`).map(([first, ...more]) =>
    more.reduce(joinTurns, first),
  );
}

function turnOf(first: Group, all: readonly Group[]): RefundTurn {
  const { project, status, since, due } = first;
  const office = isSubmittedRefund(first);
  return {
    ...{ turn: 'refund', id: project.id, project, status, office },
    holders: office ? [] : ownersOf(first),
    // Who made all of it; what another made as well is theirs to decide.
    makers: office ? all.map(g => g.makers).reduce((a, b) => a.filter(id => b.includes(id))) : [],
    ...{ since: new Date(since), due: new Date(due) },
  };
}

const joinTurns = (a: RefundTurn, b: RefundTurn): RefundTurn => ({
  ...a,
  holders: [...new Set([...a.holders, ...b.holders])],
  office: a.office || b.office,
  // They matter to the office alone, which has one turn of a project.
  makers: a.office ? a.makers : b.makers,
});

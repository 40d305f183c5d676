import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { among, lit } from '../../../db/states.ts';
import {
  type JudgedMeasurement,
  judgeDecision,
  measurementHolders,
} from '../../../domain/access/measurements.ts';
import type { PartSubject } from '../../../domain/access/part-taking.ts';
import { MEASURED } from '../../../domain/kinds/statuses.ts';
import { type Actor, headedSchools, isAdmin } from '../../../domain/kit/actor.ts';
import type { Holders } from '../../../domain/workflow/holders.ts';
import { barColumns, NO_BAR, partIds } from '../../../server/part-taking/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';
import type { WaitingTurn } from '../../workflow/effects.ts';
import { type Heads, headsOfSchools, NO_HEADS } from '../../workflow/transitions/queries.ts';
import type { WaitingMeasurements } from './contract.ts';

/** More than an office ever has; what is beyond waits for the first ones to be decided. */
const MOST_WAITING = 1000;
const MOST_SHOWN = 20;

/** Measurements `m` of a project `p` that somebody may decide. */
const WAITING = precompile(sql`measurements m join projects p on p.id = m.project_id
  where m.state = ${lit.measurement('submitted')} and p.status in ${among(MEASURED)}`);
const waitingIn = (schools: RawBuilder<readonly string[]> | null) =>
  schools ? sql`${WAITING} and p.school_id = any(array(select unnest(${schools}::uuid[])))` : WAITING;

/** Whether there are any: only then it is looked who decides them. `null` asks of all schools. */
export const hasWaitingMeasurements = (schools: RawBuilder<readonly string[]> | null) =>
  sql<boolean>`exists (select from ${waitingIn(schools)})`;

type Written = Pick<JudgedMeasurement, 'state' | 'authorId' | 'updatedById'>;

/** What waits of one project and was written by the same people, which the same people decide. */
interface StoredGroup extends PartSubject, Written {
  readonly project: WaitingMeasurements['project'];
  readonly schoolId: string | null;
  readonly count: number;
  /** Of the first one to be due. */
  readonly since: string;
  readonly due: string;
}
interface Group extends StoredGroup {
  readonly decided: Holders;
}

/** What waits with who decides it, oldest due first. Who heads a school decides, so that is asked once of each. */
async function readGroups(
  db: Database,
  waiting: RawBuilder<unknown>,
  bar: RawBuilder<unknown>,
): Promise<Group[]> {
  const { rows } = await sql<{ groups: StoredGroup[]; heads: Record<string, Heads> }>`
    with w as materialized (
      select m.project_id, m.author_id, m.updated_by, m.state, count(*)::int as count, min(m.due_at) as due_at,
        (array_agg(m.submitted_at order by m.due_at, m.submitted_at))[1] as since
      from ${waiting} group by m.project_id, m.author_id, m.updated_by, m.state
      order by min(m.due_at), m.project_id, m.author_id, m.updated_by limit ${sql.lit(MOST_WAITING)}
    )
    select
      coalesce((select json_agg(g order by g.due, g.id, g."authorId", g."updatedById") from (
        select p.id, json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project,
          p.status, p.school_id as "schoolId", ${partIds} as "partIds", ${bar}, w.state, w.author_id as "authorId",
          w.updated_by as "updatedById", w.count, ${iso(sql`w.since`)} as since, ${iso(sql`w.due_at`)} as due
        from w join projects p on p.id = w.project_id) g), '[]') as groups,
      ${headsOfSchools(sql`select p.school_id from w join projects p on p.id = w.project_id`)} as heads`.execute(
    db,
  );
  const { groups = [], heads = {} } = rows[0] ?? {};
  return groups.map(group => ({
    ...group,
    decided: measurementHolders(heads[group.schoolId ?? ''] ?? NO_HEADS, group, group),
  }));
}

/** Measurements that the reader may decide by project, oldest due first, at most 20. */
export async function waitingMeasurements(
  db: Database,
  actor: Actor,
  now: Date,
): Promise<WaitingMeasurements[]> {
  const schools = headedSchools(actor);
  if (!isAdmin(actor) && schools.length === 0) return [];
  const groups = await readGroups(db, waitingIn(isAdmin(actor) ? null : sql.val(schools)), barColumns(actor));
  const mine = groups.filter(group => judgeDecision(actor, group, group, group.decided).allowed);
  return gather(mine, g => g.project.id)
    .slice(0, MOST_SHOWN)
    .map(([first, ...more]) => ({
      project: first.project,
      count: [first, ...more].reduce((sum, { count }) => sum + count, 0),
      ...{ since: first.since, due: first.due, overdue: new Date(first.due) < now },
    }));
}

/** Those of which `keyOf` says the same, in the order of the first of each. */
const gather = <T>(all: readonly T[], keyOf: (one: T) => string): [T, ...T[]][] =>
  [...Map.groupBy(all, keyOf).values()].flatMap(([first, ...more]) => (first ? [[first, ...more]] : []));

/**
 * What is due before an instant, for reminders: one turn for each project and those who decide. What is due at once
 * calls all of them together, as one instant of a project is reminded of once.
 */
export async function dueMeasurements(db: Database, before: Date): Promise<WaitingTurn[]> {
  const groups = await readGroups(db, sql`${WAITING} and m.due_at < ${before}`, NO_BAR);
  const turns = gather(groups, ({ project, decided }) =>
    [project.id, ...decided.holders.map(h => h.userId).sort()].join(' '),
  );
  return gather(
    turns.map(([first, ...more]) => turnOf(first, [first, ...more])),
    ({ id, due }) => `${id} ${due.getTime()}`,
  ).map(([first, ...more]) => more.reduce(joinTurns, first));
}

type MeasurementTurn = WaitingTurn & { readonly makers: readonly string[] };

function turnOf({ project, status, decided, since, due }: Group, all: readonly Group[]): MeasurementTurn {
  const { holders, office } = decided;
  return {
    ...{ turn: 'measurement', id: project.id, project, status, office },
    holders: holders.map(h => h.userId),
    makers: all.map(g => [g.authorId, g.updatedById]).reduce(inBoth),
    ...{ since: new Date(since), due: new Date(due) },
  };
}

const joinTurns = (a: MeasurementTurn, b: MeasurementTurn): MeasurementTurn => ({
  ...a,
  holders: [...new Set([...a.holders, ...b.holders])],
  office: a.office || b.office,
  // They matter to the office alone, which has one turn of a project.
  makers: a.office ? a.makers : b.makers,
});

const inBoth = (a: readonly string[], b: readonly string[]): string[] => a.filter(id => b.includes(id));

/** Who wrote what waits of a project now, each pair once. */
export async function readWriters(tx: Transaction, projectId: string): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select distinct state, author_id as "authorId", updated_by as "updatedById" from measurements
    where project_id = ${projectId} and state = ${lit.measurement('submitted')}`.execute(tx);
  return rows;
}

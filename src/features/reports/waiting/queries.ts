import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { precompile } from '../../../db/precompile.ts';
import { among, lit } from '../../../db/states.ts';
import type { PartSubject } from '../../../domain/access/part-taking.ts';
import {
  judgeReportDecision,
  REPORTS_DECIDED,
  REPORTS_WRITTEN,
  reportHolders,
} from '../../../domain/access/reports.ts';
import type { SubStep } from '../../../domain/kinds/statuses.ts';
import { type Actor, headedSchools, isAdmin } from '../../../domain/kit/actor.ts';
import { reportName } from '../../../domain/reports/names.ts';
import { isReturnedReport, type ReportState } from '../../../domain/reports/report-states.ts';
import type { Holders } from '../../../domain/workflow/holders.ts';
import { barColumns, freeOffice, NO_BAR, partIds } from '../../../server/part-taking/queries.ts';
import { iso } from '../../project-record/rows/queries.ts';
import { ledBy } from '../../project-record/visibility/queries.ts';
import type { WaitingTurn } from '../../workflow/effects.ts';
import { type Heads, headsOfSchools, NO_HEADS } from '../../workflow/transitions/queries.ts';
import type { WaitingReport } from './contract.ts';

/** More than an office ever has; what is beyond waits for the first ones to be decided. */
const MOST_WAITING = 1000;
const MOST_SHOWN = 20;

const submitted = precompile(
  sql`(r.state = ${lit.report('submitted')} and p.status in ${among(REPORTS_DECIDED)})`,
);
const returned = precompile(
  sql`(r.state = ${lit.report('returned')} and p.status in ${among(REPORTS_WRITTEN)})`,
);

interface Reader {
  readonly me: RawBuilder<string>;
  readonly isOffice: boolean;
  /** Whose steps of the Director may fall to the reader. */
  readonly schools: RawBuilder<readonly string[]>;
}

/** Progress reports `r` of a project `p` that may wait for this person, as the rest of a statement. */
const waitingFor = ({ me, isOffice, schools }: Reader) => sql`reports r join projects p on p.id = r.project_id
  where ((${returned} and ${ledBy(me)}) or (${submitted} and ${
    isOffice
      ? sql`true`
      : sql`r.sub_step = ${lit.subStep('director')} and p.school_id = any(array(select unnest(${schools}::uuid[])))`
  }))`;

/** Whether there are any: only then it is looked which they are. */
export const hasWaitingReports = (reader: Reader) => sql<boolean>`exists (select from ${waitingFor(reader)})`;

interface Stored extends PartSubject {
  readonly id: string;
  readonly number: number;
  readonly state: ReportState;
  readonly subStep: SubStep;
  readonly makerIds: readonly string[];
  readonly freeIds: readonly string[];
  readonly since: string;
  readonly due: string;
  readonly schoolId: string | null;
  readonly project: WaitingReport['project'];
  readonly leadId: string;
  readonly alternateId: string | null;
  /** It is what its lead is called to by the project itself. */
  readonly isNext: boolean;
}
interface Waiting extends Stored {
  /** Heads who decide it; null where the office does. */
  readonly holders: Holders | null;
}

/** What waits with who decides it, oldest due first. Who heads a school decides, so that is asked once of each. */
async function readWaiting(
  db: Database,
  waiting: RawBuilder<unknown>,
  bar: RawBuilder<unknown>,
): Promise<Waiting[]> {
  const { rows } = await sql<{ reports: Stored[]; heads: Record<string, Heads> }>`
    with w as materialized (
      select r.id, r.project_id, r.number, r.state, r.sub_step, r.maker_ids, r.submitted_at, r.decided_at, r.due_at
      from ${waiting} order by r.due_at, r.id limit ${sql.lit(MOST_WAITING)}
    )
    select
      coalesce((select json_agg(g order by g.due, g.id) from (
        select w.id, w.number, w.state, w.sub_step as "subStep", w.maker_ids as "makerIds",
          ${iso(sql`coalesce(w.decided_at, w.submitted_at)`)} as since, ${iso(sql`w.due_at`)} as due,
          json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project, p.status,
          p.school_id as "schoolId", p.lead_id as "leadId", p.alternate_id as "alternateId",
          p.status = ${lit.status('running')} and p.sub_step is null and p.due_at = w.due_at as "isNext",
          ${partIds} as "partIds", ${bar}, ${freeOffice} as "freeIds"
        from w join projects p on p.id = w.project_id) g), '[]') as reports,
      ${headsOfSchools(sql`select p.school_id from w join projects p on p.id = w.project_id
        where w.sub_step = ${lit.subStep('director')}`)} as heads`.execute(db);
  const { reports = [], heads = {} } = rows[0] ?? {};
  return reports.map(r => ({
    ...r,
    holders:
      r.subStep === 'director' ? reportHolders(heads[r.schoolId ?? ''] ?? NO_HEADS, r, r.makerIds) : null,
  }));
}

/** Progress reports, of one project or of all, that the reader may decide or has to answer, oldest due first, at most 20. */
export async function waitingReports(
  db: Database,
  actor: Actor,
  now: Date,
  projectId?: string,
): Promise<WaitingReport[]> {
  const schools = headedSchools(actor);
  const reader = { me: sql.val(actor.id), isOffice: isAdmin(actor), schools: sql.val(schools) };
  const ofProject = projectId === undefined ? sql`` : sql` and p.id = ${projectId}`;
  const waiting = await readWaiting(db, sql`${waitingFor(reader)}${ofProject}`, barColumns(actor));
  return waiting
    .filter(r =>
      isReturnedReport(r)
        ? [r.leadId, r.alternateId].includes(actor.id)
        : judgeReportDecision(actor, r, r).allowed,
    )
    .slice(0, MOST_SHOWN)
    .map(({ id, project, number, since, due, ...r }) => ({
      ...{ id, project, number, isReturned: isReturnedReport(r), since, due },
      overdue: new Date(due) < now,
    }));
}

/**
 * What is due before an instant, for reminders. The lead of a running project is called to what came back by the
 * project itself, which is due with it.
 */
export async function dueReports(db: Database, before: Date): Promise<WaitingTurn[]> {
  const waiting = sql`reports r join projects p on p.id = r.project_id
    where (${submitted} or ${returned}) and r.due_at < ${before}`;
  return (await readWaiting(db, waiting, NO_BAR)).map(turnOf);
}

function turnOf({ id, number, project, status, since, due, ...r }: Waiting): WaitingTurn {
  const told = { turn: 'report', id, project, status, since: new Date(since), due: new Date(due) } as const;
  const what = reportName(number);
  if (isReturnedReport(r)) {
    const seats = [...(r.isNext ? [] : [r.leadId]), r.alternateId].filter(seat => seat !== null);
    return { ...told, what: `${what} con observaciones`, holders: seats, office: false };
  }
  const { holders = [], office = true } = r.holders ?? {};
  return { ...told, what, holders: holders.map(h => h.userId), office, makers: r.makerIds };
}

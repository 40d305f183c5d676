import { sql } from 'kysely';
import { readHolidays } from '../../db/holidays.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import { lit } from '../../db/states.ts';
import { mayReadReports } from '../../domain/access/reports.ts';
import type { PeopleCounts } from '../../domain/execution/people.ts';
import type { SubStep } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { addWorkingDays, endOfDay, type Holidays, localDay } from '../../domain/kit/calendar.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { askedParts } from '../../domain/reports/gaps.ts';
import { numberIn, type ReportTexts } from '../../domain/reports/parts.ts';
import { type PlannedReport, plannedReports } from '../../domain/reports/planned.ts';
import {
  finalState,
  isReturnedReport,
  isSubmittedReport,
  type ReportState,
  wasSent,
} from '../../domain/reports/report-states.ts';
import { freeOffice } from '../../server/part-taking/queries.ts';
import { type HeldProject, holdProject, type KnownProject } from '../project-record/held/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import {
  definitionOf,
  readProject,
  type StoredProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import type { ProjectReports, ReportObservation, ReportRow } from './contract.ts';

/** A project whose reports the person may read; 404 otherwise. */
export async function openReports(
  db: Database,
  actor: Actor,
  { kinds, ...address }: KnownProject,
  now: Date,
): Promise<HeldProject> {
  const project = await readProject(db, actor, address);
  const kind = definitionOf(kinds, project);
  const subject = subjectOf(project, kind, { now });
  if (!mayReadReports(actor, subject)) throw notFound();
  return { project, kind, subject };
}

/** The same, standing still until the end. */
export async function holdReports(
  run: Parameters<typeof holdProject>[0],
  address: KnownProject,
): Promise<HeldProject> {
  const held = await holdProject(run, address);
  if (!mayReadReports(run.actor, held.subject)) throw notFound();
  return held;
}

type Known = Pick<HeldProject, 'project' | 'kind'>;

/** Progress reports that a project is asked for, in order. */
export const plannedOf = ({ project, kind }: Known): PlannedReport[] => plannedReports({ ...project, kind });

/**
 * Number of the report in an address, null of the final one; 404 where the project neither is asked for it nor has begun
 * it before its dates moved.
 */
export function requireReport(known: Known, address: string): number | null {
  const number = numberIn(address);
  const numbers = [...plannedOf(known), ...known.project.reports].map(r => r.number);
  if (number === undefined || (number !== null && !numbers.includes(number))) throw notFound();
  return number;
}

/** What a change or decision of a report is judged by. */
export interface LockedReport {
  readonly id: string;
  /** None of the final one. */
  readonly number: number | null;
  /** None of the final one, which stands where its project stands. */
  readonly state: ReportState | null;
  readonly subStep: SubStep | null;
  readonly texts: ReportTexts;
  readonly people: PeopleCounts;
  readonly peopleReason: string;
  readonly photos: readonly { readonly versionId: string; readonly caption: string }[];
  /** Names of its photos that were refused when they were checked. */
  readonly refusedPhotos: readonly string[];
  readonly observations: readonly ReportObservation[];
  readonly makerIds: readonly string[];
  /** Of the office, who is free to decide of the project. */
  readonly freeIds: readonly string[];
  /** Name of who wrote, sent or decided it last. */
  readonly by: string;
  readonly submittedById: string | null;
  /** Instants are ISO strings. */
  readonly submittedAt: string | null;
  readonly updatedAt: string;
  /** When it was decided since it was sent: it came back, or went on to the office. */
  readonly decidedAt: string | null;
  readonly version: number;
}

/** A report of a project, held until the end; undefined while nothing of it is written. */
export async function lockReport(
  tx: Transaction,
  { id }: Pick<StoredProject, 'id'>,
  number: number | null,
): Promise<LockedReport | undefined> {
  const { rows } = await sql<LockedReport>`
    select r.id, r.number, r.state, r.sub_step as "subStep", r.texts, r.people, r.people_reason as "peopleReason",
      coalesce((select json_agg(json_build_object('versionId', h.version_id, 'caption', h.caption) order by h.position)
        from report_photos h where h.report_id = r.id), '[]') as photos,
      array(select x.name from report_photos h join files x on x.id = h.version_id
        where h.report_id = r.id and x.state = ${lit.file('rejected')} order by h.position) as "refusedPhotos",
      r.observations, r.maker_ids as "makerIds",
      (select ${freeOffice} from projects p where p.id = r.project_id) as "freeIds",
      (select u.name from users u where u.id = case when r.decided_at >= r.updated_at then r.decided_by
        else r.updated_by end) as by, r.submitted_by as "submittedById", r.submitted_at as "submittedAt",
      r.decided_at as "decidedAt", ${iso(sql`r.updated_at`)} as "updatedAt", r.version
    from reports r where r.project_id = ${id} and r.number is not distinct from ${number}::int
    for update of r`.execute(tx);
  return rows[0];
}

/** Where a report stands, as it is stored: of the final one, who sent it and decided it last. */
export interface StoredStanding {
  readonly number: number | null;
  readonly state: ReportState | null;
  readonly subStep: SubStep | null;
  readonly due: string | null;
  readonly submittedBy: ReportRow['submittedBy'];
  readonly submittedAt: string | null;
  readonly decidedBy: ReportRow['decidedBy'];
  readonly decidedAt: string | null;
}

const personJson = (column: string) => sql`(
  select json_build_object('id', u.id, 'name', u.name) from users u where u.id = ${sql.ref(column)})`;

/** Of the report `r`. */
export const standingPairs = sql`'number', r.number, 'state', r.state, 'subStep', r.sub_step,
  'due', ${iso(sql`r.due_at`)}, 'submittedBy', ${personJson('r.submitted_by')},
  'submittedAt', ${iso(sql`r.submitted_at`)}, 'decidedBy', ${personJson('r.decided_by')},
  'decidedAt', ${iso(sql`r.decided_at`)}`;

/** State of a report as everybody names it: the final one stands where its project stands. */
export const stateOf = (
  project: StoredProject,
  number: number | null,
  stored: { readonly state: ReportState | null } | undefined,
): ReportState => (number === null ? finalState(project) : (stored?.state ?? 'draft'));

/** Last day of the final report; null where nothing says when the project ends. */
function finalDueOn({ project, kind }: Known, holidays: Holidays): string | null {
  const { historic, endDate } = project;
  if (historic || endDate === null) return null;
  return localDay(addWorkingDays(endOfDay(endDate), kind.finalReport.dueDays, holidays));
}

type Standing = Omit<ReportRow, 'releases' | 'written' | 'asked'>;

/** What was never sent, or was taken back by hand, waits for nobody and was decided by nobody. */
export function showStanding(
  known: Known,
  number: number | null,
  stored: StoredStanding | undefined,
  holidays: Holidays,
): Standing {
  const { project } = known;
  const state = stateOf(project, number, stored);
  const isWaiting = isSubmittedReport({ state }) || isReturnedReport({ state });
  const isSent = wasSent({ state }) && stored !== undefined;
  const place = number === null ? { subStep: project.subStep, due: project.dueAt } : stored;
  return {
    ...{ number, state },
    dueOn:
      number === null
        ? finalDueOn(known, holidays)
        : (plannedOf(known).find(p => p.number === number)?.dueOn ?? null),
    subStep: isWaiting ? (place?.subStep ?? null) : null,
    due: isWaiting ? (place?.due ?? null) : null,
    submittedBy: isSent ? stored.submittedBy : null,
    submittedAt: isSent ? stored.submittedAt : null,
    decidedBy: isSent ? stored.decidedBy : null,
    decidedAt: isSent ? stored.decidedAt : null,
  };
}

/** Percent of the award that a progress report releases. */
const releasesOf = ({ call }: StoredProject, number: number | null): number =>
  (call?.instalments ?? [])
    .filter(i => number !== null && i.report === number)
    .reduce((sum, i) => sum + i.share, 0);

async function readStandings(db: Database, projectId: string): Promise<readonly StoredStanding[]> {
  const { rows } = await sql<{ found: StoredStanding[] }>`
    select coalesce(json_agg(json_build_object(${standingPairs})), '[]') as found
    from reports r where r.project_id = ${projectId}`.execute(db);
  return rows[0]?.found ?? [];
}

/** In two round trips, the project's own among them. */
export async function readReports(
  db: Database,
  actor: Actor,
  address: KnownProject,
  now = new Date(),
): Promise<ProjectReports> {
  const known = await openReports(db, actor, address, now);
  const { project } = known;
  const [stored, holidays] = await Promise.all([readStandings(db, project.id), readHolidays(db)]);
  const numbers = [...plannedOf(known), ...stored].flatMap(r => r.number ?? []);
  const inOrder = [...new Set(numbers)].sort((a, b) => a - b);
  return {
    reports: [...inOrder, null].map(number => {
      const asked = askedParts(number);
      const { written = [] } = project.reports.find(r => r.number === number) ?? {};
      const own = stored.find(r => r.number === number);
      return {
        ...showStanding(known, number, own, holidays),
        releases: releasesOf(project, number),
        written: asked.filter(part => written.includes(part.value)).length,
        asked: asked.length,
      };
    }),
  };
}

import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import { judgeRecording } from '../../domain/access/execution.ts';
import {
  judgeCorrection,
  judgeDecision,
  judgeMeasurementChange,
  measurementHolders,
} from '../../domain/access/measurements.ts';
import type { ProjectSubject } from '../../domain/access/subject.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import {
  isOpenMeasurement,
  isSubmitted,
  OPEN_MEASUREMENTS,
} from '../../domain/execution/measurement-states.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import type { FieldError } from '../../domain/kit/problem.ts';
import { decisionOfferOf, offerOf } from '../../domain/kit/verdict.ts';
import {
  fillFromInstitution,
  type Institutional,
  measuredErrors,
} from '../../domain/sections/indicator-values.ts';
import type { Indicator, Indicators } from '../../domain/sections/indicators.ts';
import { approvedOn, earliestDay, type KnownProject } from '../project-record/held/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import {
  definitionOf,
  readProject,
  type StoredProject,
  sectionData,
  subjectOf,
} from '../project-record/subject/queries.ts';
import { deansOf, directorsOf, type Heads, NO_HEADS } from '../workflow/transitions/queries.ts';
import type { Measurement, ProjectIndicators } from './contract.ts';

type StoredMeasurement = Omit<Measurement, 'mayEdit' | 'mayCorrect' | 'decide'> & {
  readonly updatedById: string;
};

/** Evidence of the project's measurements, each in the order in which it was given. */
const evidenceOf = (projectId: string) => sql`
  select e.measurement_id, json_agg(json_build_object('url', coalesce(e.url, ''), 'seenOn', e.seen_on, 'file',
    case when x.id is null then null else json_build_object('id', coalesce(x.original_id, x.id), 'versionId', x.id,
      'version', x.version, 'name', x.name, 'contentType', x.content_type, 'state', x.state,
      'isOlder', not x.current) end) order by e.position) as evidence
  from measurement_evidence e join measurements m on m.id = e.measurement_id left join files x on x.id = e.version_id
  where m.project_id = ${projectId} group by 1`;

const measurementJson = sql`json_build_object('id', m.id, 'indicatorId', m.indicator_id, 'day', m.day,
  'value', m.value, 'numerator', m.numerator, 'denominator', m.denominator, 'note', m.note, 'state', m.state,
  'origin', m.origin, 'replacesId', m.replaces_id, 'reason', m.reason, 'evidence', coalesce(e.evidence, '[]'),
  'author', json_build_object('id', a.id, 'name', a.name), 'updatedById', m.updated_by,
  'submittedAt', ${iso(sql`m.submitted_at`)}, 'due', ${iso(sql`m.due_at`)},
  'decidedBy', case when d.id is null then null else json_build_object('id', d.id, 'name', d.name) end,
  'decidedAt', ${iso(sql`m.decided_at`)}, 'recordedAt', ${iso(sql`m.recorded_at`)}, 'version', m.version)`;

const valueJson = sql`json_build_object('indicatorId', v.indicator_id, 'value', v.value, 'words', v.words,
  'measurements', v.measurements, 'day', v.day)`;

interface Stored {
  readonly values: ProjectIndicators['values'];
  readonly measurements: StoredMeasurement[];
  readonly approvedOn: string | null;
  readonly heads: Heads;
  readonly names: Record<string, string>;
}

const NOTHING: Stored = {
  ...{ values: [], measurements: [], approvedOn: null },
  ...{ heads: NO_HEADS, names: {} },
};

async function readStored(
  db: Database,
  { id, schoolId }: StoredProject,
  isPrivate: boolean,
): Promise<Stored> {
  const measurements = isPrivate
    ? sql`(select coalesce(json_agg(${measurementJson} order by m.day desc, m.recorded_at desc, m.id desc), '[]')
        from measurements m join users a on a.id = m.author_id left join users d on d.id = m.decided_by
          left join (${evidenceOf(id)}) e on e.measurement_id = m.id
        where m.project_id = ${id})`
    : sql`'[]'::json`;
  const { rows } = await sql<{ found: Stored }>`
    with h as materialized (
      select ${directorsOf(sql`${schoolId}::uuid`)} as directors, ${deansOf(sql`${schoolId}::uuid`)} as deans)
    select json_build_object(
      'values', (select coalesce(json_agg(${valueJson}), '[]') from indicator_values v where v.project_id = ${id}),
      'measurements', ${measurements},
      'approvedOn', ${approvedOn(id)},
      'heads', json_build_object('directors', h.directors, 'deans', h.deans),
      'names', (select coalesce(json_object_agg(u.id, u.name), '{}') from users u where u.id in (
        select (e ->> 'userId')::uuid from json_array_elements(h.directors) e
        union all select (e ->> 'userId')::uuid from json_array_elements(h.deans) e))) as found
    from h`.execute(db);
  return rows[0]?.found ?? NOTHING;
}

/** What a permission depends on. */
export const judged = ({ state, author, updatedById }: StoredMeasurement) => ({
  ...{ state, updatedById },
  authorId: author.id,
});

function decisionOf(actor: Actor, subject: ProjectSubject, m: StoredMeasurement, heads: Heads) {
  if (!isSubmitted(m)) return null;
  const holders = measurementHolders(heads, subject, judged(m));
  return decisionOfferOf(judgeDecision(actor, subject, judged(m), holders));
}

function showMeasurement(
  actor: Actor,
  subject: ProjectSubject,
  stored: StoredMeasurement,
  { heads, isCorrected }: { readonly heads: Heads; readonly isCorrected: boolean },
): Measurement {
  const { updatedById: _, ...m } = stored;
  return {
    ...m,
    mayEdit: judgeMeasurementChange(actor, subject, judged(stored)).allowed,
    mayCorrect: !isCorrected && judgeCorrection(actor, subject, judged(stored)).allowed,
    decide: decisionOf(actor, subject, stored, heads),
  };
}

/** Who decides what waits, everybody once. */
function decidersOf(
  subject: ProjectSubject,
  { measurements, heads, names }: Stored,
): ProjectIndicators['deciders'] {
  const ids = measurements
    .filter(isSubmitted)
    .flatMap(m => measurementHolders(heads, subject, judged(m)).holders.map(h => h.userId));
  return [...new Set(ids)].map(id => ({ id, name: names[id] ?? '' }));
}

/** In two round trips, the project's own among them. */
export async function readIndicators(
  db: Database,
  actor: Actor,
  { kinds, ...address }: KnownProject,
  now = new Date(),
): Promise<ProjectIndicators> {
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project), { now });
  // What was awarded everybody may read: what is set back, or given up, shows nothing of what was measured.
  const stored = AWARDED.includes(project.status)
    ? await readStored(db, project, mayReadPrivate(actor, subject))
    : NOTHING;
  const corrected = new Set(stored.measurements.filter(isOpenMeasurement).flatMap(m => m.replacesId ?? []));
  return {
    values: stored.values,
    measurements: stored.measurements.map(m =>
      showMeasurement(actor, subject, m, { heads: stored.heads, isCorrected: corrected.has(m.id) }),
    ),
    record: offerOf(judgeRecording(actor, subject)),
    deciders: decidersOf(subject, stored),
    earliest: earliestDay(project.startDate, stored.approvedOn),
    today: localDay(now),
  };
}

/** An indicator as the project was approved with it. */
export const indicatorOf = (project: StoredProject, id: string): Indicator | undefined =>
  sectionData(project).indicators?.indicators.find(i => i.id === id);

/** What a change or decision of a measurement is judged by. */
export interface LockedMeasurement {
  readonly id: string;
  readonly projectId: string;
  readonly indicatorId: string;
  readonly state: Measurement['state'];
  readonly authorId: string;
  readonly updatedById: string;
  /** Name of who changed or decided it last. */
  readonly by: string;
  readonly recordedAt: Date;
  readonly replacesId: string | null;
  readonly version: number;
  /** Names of files among its evidence that were refused when they were checked. */
  readonly refused: string[];
}

/** Measurements by id, held until the end, in one order for everybody. */
export async function lockMeasurements(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LockedMeasurement>> {
  const { rows } = await sql<LockedMeasurement>`
    select m.id, m.project_id as "projectId", m.indicator_id as "indicatorId", m.state, m.author_id as "authorId",
      m.updated_by as "updatedById", m.recorded_at as "recordedAt", m.replaces_id as "replacesId", m.version,
      (select u.name from users u where u.id = coalesce(m.decided_by, m.updated_by)) as by,
      array(select x.name from measurement_evidence e join files x on x.id = e.version_id
        where e.measurement_id = m.id and x.state = ${lit.file('rejected')}) as refused
    from measurements m where m.id = any(${[...ids]}::uuid[]) order by m.id for update of m`.execute(tx);
  return new Map(rows.map(row => [row.id, row]));
}

/** All that is wrong with a change of a project's indicators: what has been measured stays what it is. */
export async function indicatorErrors(
  db: Database | Transaction,
  projectId: string,
  before: Indicators,
  after: Indicators,
): Promise<FieldError[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct indicator_id as id from measurements where project_id = ${projectId}`.execute(db);
  return measuredErrors(
    before,
    after,
    rows.map(row => row.id),
  );
}

/** Indicators as they are stored: with what they take from those of the institution. */
export async function filledFromInstitution(
  db: Database | Transaction,
  section: Indicators,
): Promise<Indicators> {
  const ids = [...new Set(section.indicators.flatMap(i => i.institutionalId ?? []))];
  if (ids.length === 0) return section;
  // Held until the end: its kind does not change between being read and being used.
  const { rows } = await sql<Institutional>`
    select id, kind, unit, direction, accumulates, scope, level from institutional_indicators
    where id = any(${ids}::uuid[]) order by id for key share`.execute(db);
  return fillFromInstitution(section, rows);
}

/** Measurements of a project that nobody has decided, or that came back. */
export async function countOpen(tx: Transaction, projectId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from measurements
    where project_id = ${projectId} and state in ${among(OPEN_MEASUREMENTS)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

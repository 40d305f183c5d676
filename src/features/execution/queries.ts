import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { among, lit } from '../../db/states.ts';
import {
  judgeEntry,
  judgeRecording,
  mayChangeAll,
  mayReadAttendance,
} from '../../domain/access/execution.ts';
import type { ProjectSubject } from '../../domain/access/subject.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import { OPEN_MEASUREMENTS } from '../../domain/execution/measurement-states.ts';
import {
  type AttendanceTallies,
  addTallies,
  NO_TALLY,
  type PeopleCounts,
  recordedPeople,
} from '../../domain/execution/people.ts';
import { AWARDED } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { localDay } from '../../domain/kit/calendar.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { offerOf } from '../../domain/kit/verdict.ts';
import { finalReportOf } from '../../domain/reports/begun.ts';
import { finalState, isAcceptedReport } from '../../domain/reports/report-states.ts';
import { isPhoto } from '../../domain/text/file-types.ts';
import { type Reader, thumbnailLinks } from '../attachments/links/queries.ts';
import { fileOf } from '../attachments/queries.ts';
import { tallyJson } from '../attendance/queries.ts';
import { approvedOn, earliestDay, type KnownProject } from '../project-record/held/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import {
  definitionOf,
  readProject,
  requireId,
  type StoredProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import type {
  ActivityDetail,
  ActivityFile,
  ActivityRow,
  Deliverable,
  Execution,
  Meeting,
} from './contract.ts';

interface StoredActivity extends Omit<ActivityRow, 'attendance' | 'mayEdit' | 'photos' | 'documents'> {
  readonly kept: AttendanceTallies | null;
  readonly live: AttendanceTallies | null;
  /** Types of its files. */
  readonly types: string[];
}
type StoredMeeting = Omit<Meeting, 'mayEdit' | 'actionItems'> & {
  readonly actionItems: Omit<Meeting['actionItems'][number], 'maySettle'>[];
};

const personJson = (column: string) => sql`(
  select json_build_object('id', u.id, 'name', u.name) from users u where u.id = ${sql.ref(column)})`;

/** Lists by activity: by group and over all. */
const talliesBy = (where: RawBuilder<unknown>) => sql`
  select a.activity_id, coalesce(a.people_group, 'all') as key, ${tallyJson} as value
  from attendances a where ${where} group by grouping sets ((a.activity_id, a.people_group), (a.activity_id))`;

/** Files of the activity `a`, in the version that counts. */
const attached = sql`activity_files l join files x on ${fileOf} = l.file_id and x.current
  where l.activity_id = a.id and x.state <> ${lit.file('rejected')}`;

const activityPairs = sql`'id', a.id, 'planItemId', a.plan_item_id, 'name', a.name, 'day', a.day,
  'startsAt', a.starts_at, 'endsAt', a.ends_at, 'place', a.place, 'link', a.link,
  'comuna', (select json_build_object('code', c.code, 'name', c.name) from comunas c where c.code = a.comuna_code),
  'counts', a.counts, 'completes', a.completes, 'author', ${personJson('a.author_id')},
  'updatedAt', ${iso(sql`a.updated_at`)}, 'version', a.version, 'kept', a.kept_counts, 'live', t.tallies,
  'types', coalesce((select json_agg(x.content_type) from ${attached}), '[]')`;

const activitiesOf = (projectId: string, only: RawBuilder<unknown>) => sql`
  from activities a left join (
    select t.activity_id, json_object_agg(t.key, t.value) as tallies
    from (${talliesBy(sql`a.project_id = ${projectId} and ${only}`)}) t group by 1) t on t.activity_id = a.id
  where a.project_id = ${projectId}`;

const meetingJson = sql`json_build_object('id', m.id, 'organisation', (
    select json_build_object('id', o.id, 'name', k.name)
    from organisations o join organisations k on k.id = o.canonical_id where o.id = m.organisation_id),
  'day', m.day, 'startsAt', m.starts_at, 'place', m.place, 'link', m.link, 'attendees', m.attendees,
  'summary', m.summary, 'author', ${personJson('m.author_id')}, 'updatedAt', ${iso(sql`m.updated_at`)},
  'version', m.version, 'actionItems', coalesce((
    select json_agg(json_build_object('id', i.id, 'text', i.text, 'responsible', ${personJson('i.responsible_id')},
      'responsibleName', i.responsible_name, 'dueDay', i.due_day, 'doneAt', ${iso(sql`i.done_at`)},
      'doneBy', ${personJson('i.done_by')}) order by i.position)
    from action_items i where i.meeting_id = m.id), '[]'))`;

const deliverableJson = sql`json_build_object('itemId', d.item_id, 'deliveredOn', d.delivered_on,
  'acceptedOn', d.accepted_on, 'paidOn', d.paid_on, 'paymentReference', d.payment_reference, 'note', d.note,
  'file', (select json_build_object('id', d.file_id, 'name', x.name) from files x
    where ${fileOf} = d.file_id and x.current), 'version', d.version)`;

const openMeasurements = (projectId: string) => sql`(
  select count(*)::int from measurements m where m.project_id = ${projectId}
    and m.state in ${among(OPEN_MEASUREMENTS)})`;

export interface StoredExecution {
  readonly activities: StoredActivity[];
  readonly meetings: StoredMeeting[];
  readonly deliverables: Deliverable[];
  readonly live: AttendanceTallies | null;
  readonly purge: { readonly at: string; readonly counts: AttendanceTallies } | null;
  readonly approvedOn: string | null;
  readonly measurementsOpen: number;
}

/** What was recorded of a project; meetings and deliverables where `isPrivate`. */
export async function readRecorded(
  db: Database | Transaction,
  projectId: string,
  isPrivate: boolean,
): Promise<StoredExecution> {
  const { rows } = await sql<{ found: StoredExecution }>`
    select json_build_object(
      'activities', (select coalesce(json_agg(json_build_object(${activityPairs})
        order by a.day desc, a.created_at desc, a.id), '[]') ${activitiesOf(projectId, sql`true`)}),
      'meetings', ${
        isPrivate
          ? sql`(select coalesce(json_agg(${meetingJson} order by m.day desc, m.id), '[]')
        from meetings m where m.project_id = ${projectId})`
          : sql`'[]'::json`
      },
      'deliverables', ${
        isPrivate
          ? sql`(select coalesce(json_agg(${deliverableJson}), '[]')
        from deliverables d where d.project_id = ${projectId})`
          : sql`'[]'::json`
      },
      'live', (select json_object_agg(t.key, t.value) from (
        select coalesce(a.people_group, 'all') as key, ${tallyJson} as value from attendances a
        where a.project_id = ${projectId} group by grouping sets ((a.people_group), ())) t
        where (t.value ->> 'attendances')::int > 0),
      'purge', (select json_build_object('at', ${iso(sql`g.purged_at`)}, 'counts', g.counts)
        from attendance_purges g where g.project_id = ${projectId}),
      'approvedOn', ${approvedOn(projectId)},
      'measurementsOpen', ${isPrivate ? openMeasurements(projectId) : sql`0`}) as found`.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row.found;
}

export const talliesOf = (stored: Pick<StoredActivity, 'live' | 'kept'>): AttendanceTallies =>
  addTallies(stored.live ?? {}, stored.kept ?? {});

function showActivity(
  actor: Actor,
  subject: ProjectSubject,
  { kept, live, types, ...row }: StoredActivity,
): ActivityRow {
  const readable = mayReadPrivate(actor, subject) ? types : [];
  const photos = readable.filter(isPhoto).length;
  return {
    ...row,
    ...{ photos, documents: readable.length - photos },
    attendance: talliesOf({ kept, live }).all ?? NO_TALLY,
    mayEdit: judgeEntry(actor, subject, { authorId: row.author.id }).allowed,
  };
}

function showMeeting(actor: Actor, subject: ProjectSubject, meeting: StoredMeeting): Meeting {
  const mayEdit = judgeEntry(actor, subject, { authorId: meeting.author.id }).allowed;
  const mayRecord = judgeRecording(actor, subject).allowed;
  return {
    ...meeting,
    mayEdit,
    actionItems: meeting.actionItems.map(item => ({
      ...item,
      maySettle: mayEdit || (mayRecord && item.responsible?.id === actor.id),
    })),
  };
}

const countsOf = (a: StoredActivity): { counts: PeopleCounts; tallies: AttendanceTallies } => ({
  counts: a.counts,
  tallies: talliesOf(a),
});

/** People by group over all activities, and everybody on the lists once. */
export function peopleOf({
  activities,
  live,
  purge,
}: Pick<StoredExecution, 'activities' | 'live' | 'purge'>): Pick<Execution, 'people' | 'attendance'> {
  const tallies = addTallies(live ?? {}, purge?.counts ?? {});
  return {
    people: recordedPeople(activities.map(countsOf), tallies),
    attendance: tallies.all ?? NO_TALLY,
  };
}

const NOTHING: StoredExecution = {
  ...{ activities: [], meetings: [], deliverables: [] },
  ...{ live: null, purge: null, approvedOn: null, measurementsOpen: 0 },
};

/** The project as its execution is judged. */
async function openExecution(db: Database, actor: Actor, { kinds, ...address }: KnownProject) {
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project));
  // What was awarded everybody may read: what is set back, or given up, shows nothing of what was done.
  const isShown = AWARDED.includes(project.status);
  return { project, subject, isShown };
}

/**
 * People as the final report counts them, where it corrects any. While it is no more than a draft or reviewed, they and
 * why are for who reads all of the project.
 */
function correctionOf(project: StoredProject, isPrivate: boolean): Execution['corrected'] {
  const { people = {}, peopleReason = '' } = finalReportOf(project) ?? {};
  const isTold = isPrivate || isAcceptedReport({ state: finalState(project) });
  if (!isTold || Object.keys(people).length === 0) return null;
  return { people, reason: isPrivate ? peopleReason : '' };
}

/** In two round trips, the project's own among them. */
export async function projectExecution(
  db: Database,
  actor: Actor,
  address: KnownProject,
  now = new Date(),
): Promise<Execution> {
  const { project, subject, isShown } = await openExecution(db, actor, address);
  const stored = isShown ? await readRecorded(db, project.id, mayReadPrivate(actor, subject)) : NOTHING;
  const verdict = judgeRecording(actor, subject);
  return {
    activities: stored.activities.map(a => showActivity(actor, subject, a)),
    meetings: stored.meetings.map(m => showMeeting(actor, subject, m)),
    deliverables: stored.deliverables,
    measurementsOpen: stored.measurementsOpen,
    ...peopleOf(stored),
    corrected: correctionOf(project, mayReadPrivate(actor, subject)),
    purgedAt: stored.purge?.at ?? null,
    record: offerOf(verdict),
    mayEditAll: verdict.allowed && mayChangeAll(actor, subject),
    mayReadAttendance: mayReadAttendance(actor, subject),
    earliest: earliestDay(project.startDate, stored.approvedOn),
    today: localDay(now),
  };
}

/** What a change of an entry is judged by. */
export interface LockedEntry {
  readonly authorId: string;
  readonly version: number;
  /** Who saved it last. */
  readonly updatedBy: string;
}

/** Holds an entry of a project until the end; undefined when it is gone. */
export async function lockEntry(
  tx: Transaction,
  table: 'activities' | 'meetings',
  { project, id }: { readonly project: string; readonly id: string },
): Promise<LockedEntry | undefined> {
  const { rows } = await sql<LockedEntry>`
    select e.author_id as "authorId", e.version,
      (select u.name from users u where u.id = e.updated_by) as "updatedBy"
    from ${sql.table(table)} e where e.id = ${id} and e.project_id = ${project} for update`.execute(tx);
  return rows[0];
}

type StoredFile = Omit<ActivityFile, 'thumbnail'> & { readonly hasThumbnail: boolean };

const fileJson = sql`json_build_object('id', ${fileOf}, 'versionId', x.id, 'name', x.name,
  'contentType', x.content_type, 'size', x.size, 'state', x.state, 'reason', x.reason,
  'hasThumbnail', exists (select from file_renditions r where r.file_id = x.id and r.kind = 'thumbnail'),
  'answered', exists (select from photo_answers q where q.file_id = x.id))`;

type StoredDetail = StoredActivity & { readonly description: string; readonly files: StoredFile[] };

/** One activity of a project, with its files; undefined when there is none. */
async function readDetail(
  db: Database | Transaction,
  projectId: string,
  id: string,
): Promise<StoredDetail | undefined> {
  const { rows } = await sql<{ found: StoredDetail }>`
    select json_build_object(${activityPairs}, 'description', a.description, 'files', coalesce((
      select json_agg(${fileJson} order by x.uploaded_at, x.id) from activity_files l
        join files x on ${fileOf} = l.file_id and x.current where l.activity_id = a.id), '[]')) as found
    ${activitiesOf(projectId, sql`a.activity_id = ${requireId(id)}`)} and a.id = ${id}`.execute(db);
  return rows[0]?.found;
}

const photosFirst = (a: StoredFile, b: StoredFile) =>
  Number(isPhoto(b.contentType)) - Number(isPhoto(a.contentType));

function showDetail(
  actor: Actor,
  subject: ProjectSubject,
  { description, files, ...stored }: StoredDetail,
  { link, expiresAt }: Awaited<ReturnType<typeof thumbnailLinks>>,
): ActivityDetail {
  return {
    ...showActivity(actor, subject, stored),
    description,
    files: (mayReadPrivate(actor, subject) ? files.toSorted(photosFirst) : []).map(
      ({ hasThumbnail, ...file }) => ({ ...file, thumbnail: hasThumbnail ? link(file.versionId) : null }),
    ),
    expiresAt,
  };
}

export async function activityDetail(
  db: Database,
  { actor, session }: Reader,
  { activity, ...address }: KnownProject & { readonly activity: string },
): Promise<ActivityDetail> {
  const { project, subject, isShown } = await openExecution(db, actor, address);
  if (!isShown) throw notFound();
  const [stored, links] = await Promise.all([
    readDetail(db, project.id, activity),
    thumbnailLinks(db, session),
  ]);
  if (!stored) throw notFound();
  return showDetail(actor, subject, stored, links);
}

import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { readSetting } from '../../db/settings.ts';
import { among } from '../../db/states.ts';
import { judgeEntry, mayReadAttendance } from '../../domain/access/execution.ts';
import type { ProjectSubject } from '../../domain/access/subject.ts';
import { cleanIdentifier, type IdentifierKind } from '../../domain/execution/identifiers.ts';
import { type AttendanceTallies, addTallies, NO_TALLY } from '../../domain/execution/people.ts';
import { RECORDING } from '../../domain/kinds/statuses.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { OutputOf, QueryOf } from '../../domain/kit/endpoint.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { listOf, matching, type View } from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { KindLookup } from '../kinds/queries.ts';
import { readNotice } from '../privacy-notices/queries.ts';
import { iso } from '../project-record/rows/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  requireId,
  type StoredProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import type { Attendance, listAttendance, RoomCode } from './contract.ts';

export interface ListAddress extends ProjectAddress {
  readonly activity: string;
  readonly kinds: KindLookup;
}

/** The activity that a list is of. */
export interface ListActivity {
  readonly id: string;
  readonly name: string;
  /** `yyyy-mm-dd`. */
  readonly day: string;
  readonly authorId: string;
  readonly kept: AttendanceTallies | null;
}

export interface OpenedList {
  readonly project: StoredProject;
  readonly subject: ProjectSubject;
  readonly activity: ListActivity;
}

/** The list of an activity, for who may read names; 404 for anybody else. */
export async function openList(
  db: Database | Transaction,
  actor: Actor,
  { kinds, activity: id, ...address }: ListAddress,
): Promise<OpenedList> {
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project));
  if (!mayReadAttendance(actor, subject)) throw notFound();
  const { rows } = await sql<ListActivity>`
    select id, name, day, author_id as "authorId", kept_counts as kept from activities
    where id = ${requireId(id)} and project_id = ${project.id}`.execute(db);
  const [activity] = rows;
  if (!activity) throw notFound();
  return { project, subject, activity };
}

/**
 * What tells a person apart on all lists of the university without telling who it is: HMAC-SHA256 of the identifier and
 * its kind, under a key of this installation. Null where there is no identifier.
 */
export async function personKeys(
  db: Database | Transaction,
  people: readonly { readonly identifierKind: IdentifierKind; readonly identifier: string }[],
): Promise<(string | null)[]> {
  const secret = await readSetting(db, 'personKeySecret');
  return people.map(({ identifierKind: kind, identifier }) =>
    kind === 'none' ? null : createHmac('sha256', secret).update(`${kind}:${identifier}`).digest('hex'),
  );
}

/** Attendances `a`, taken together, as an `AttendanceTally`. */
export const tallyJson = sql`json_build_object('attendances', count(*), 'people', count(distinct a.person_key),
  'unidentified', count(*) filter (where a.person_key is null))`;

type Query = QueryOf<typeof listAttendance> & { readonly activityId: string };

const VIEW: View<Query> = {
  from: sql`attendances a`,
  select: sql`a.id, a.name, a.identifier_kind as "identifierKind", a.identifier, a.people_group as "group",
    a.guardian, a.source, a.notice_version as "noticeVersion", ${iso(sql`a.consented_at`)} as "consentedAt",
    (select count(*)::int from activities c join attendances o on o.activity_id = c.id
     where c.project_id = a.project_id and o.person_key = a.person_key) as activities`,
  sorts: { name: sql`plain(a.name)`, group: sql`a.people_group`, at: sql`a.created_at` },
  key: sql`a.id`,
};

/** Somebody is looked up by their RUT however it is written. */
const asKept = (q: string | undefined) =>
  q
    ?.split(/\s+/)
    .map(word => cleanIdentifier('rut', word) ?? word)
    .join(' ');

const attendances = listOf<Query, Attendance>(VIEW, (_actor, { activityId, q, group }) => [
  sql`a.activity_id = ${activityId}`,
  ...matching(sql`plain(a.name || ' ' || a.identifier)`, asKept(q)),
  ...(group === undefined ? [] : [sql`a.people_group = ${group}`]),
]);

export const ATTENDANCE_COLUMNS: Columns<Attendance> = {
  nombre: row => row.name,
  tipo_identificacion: row => row.identifierKind,
  identificacion: row => row.identifier,
  grupo: row => row.group,
  autoriza: row => row.guardian,
  origen: row => row.source,
  version_aviso: row => row.noticeVersion,
  aceptado_el: row => instant(row.consentedAt),
  actividades: row => row.activities,
};

/** Answers that one code takes; more than any room holds. */
const MOST_ANSWERS = 2000;

/** Whether the code `c` of a project `p` lets people write themselves down now, by the clock of the database alone. */
export const isOpenCode = sql`c.closed_at is null and c.opens_at <= now() and c.closes_at > now()
  and c.answers < ${sql.lit(MOST_ANSWERS)} and p.status in ${among(RECORDING)}`;

const codeUrl = (publicUrl: string, code: string) => new URL(`/publico/asistencia/${code}`, publicUrl).href;

interface Around {
  readonly live: AttendanceTallies['all'];
  readonly purgedAt: string | null;
}

/** What is told beside a page of the list. */
async function readAround(db: Database, { project, activity }: OpenedList): Promise<Around> {
  const { rows } = await sql<Around>`
    select (select ${tallyJson} from attendances a where a.activity_id = ${activity.id}) as live,
      (select ${iso(sql`g.purged_at`)} from attendance_purges g where g.project_id = ${project.id}) as "purgedAt"`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}

/** A page of the list with its counts and the code that is open. */
export async function attendancePage(
  db: Database,
  actor: Actor,
  {
    publicUrl,
    query,
    ...address
  }: ListAddress & {
    readonly publicUrl: string;
    readonly query: QueryOf<typeof listAttendance>;
  },
): Promise<OutputOf<typeof listAttendance>> {
  const list = await openList(db, actor, address);
  const { activity, subject } = list;
  const [page, { live, purgedAt }, code, notice] = await Promise.all([
    attendances.page(db, actor, { ...query, activityId: activity.id }),
    readAround(db, list),
    openCode(db, publicUrl, activity.id),
    readNotice(db),
  ]);
  return {
    ...page,
    tally: addTallies(live ? { all: live } : {}, activity.kept ?? {}).all ?? NO_TALLY,
    code,
    mayEdit: judgeEntry(actor, subject, activity).allowed,
    purgedAt,
    noticeVersion: notice.version,
  };
}

/** All of it, for a file. */
export async function* attendanceRows(
  db: Database,
  actor: Actor,
  query: QueryOf<typeof listAttendance>,
  address: ListAddress,
): AsyncGenerator<readonly Attendance[]> {
  const { activity } = await openList(db, actor, address);
  yield* attendances.rows(db, actor, { ...query, activityId: activity.id });
}

/** The code that is open now, as whoever opened it shows it. */
export async function openCode(
  db: Database | Transaction,
  publicUrl: string,
  activity: string,
): Promise<RoomCode | null> {
  const { rows } = await sql<Omit<RoomCode, 'url'> & { code: string }>`
    select c.code, ${iso(sql`c.opens_at`)} as "opensAt", ${iso(sql`c.closes_at`)} as "closesAt", c.answers
    from attendance_codes c join activities a on a.id = c.activity_id join projects p on p.id = a.project_id
    where c.activity_id = ${activity} and ${isOpenCode}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { code, ...shown } = row;
  return { ...shown, url: codeUrl(publicUrl, code) };
}

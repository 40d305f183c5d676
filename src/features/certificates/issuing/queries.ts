import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { among, lit } from '../../../db/states.ts';
import { judgeIssuing, mayReadCertificates } from '../../../domain/access/certificates.ts';
import { FINAL_CALLS } from '../../../domain/calls/calls.ts';
import type { ProjectPart, ReviewerWork } from '../../../domain/certificates/content.ts';
import { CERTIFICATE_RULES, type CertificateRule } from '../../../domain/certificates/rules.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { forbidden, notFound } from '../../../domain/kit/problem.ts';
import { FORGOTTEN_NAME } from '../../../domain/privacy/forgotten.ts';
import { labelIn } from '../../../domain/text/format.ts';
import { byName, byTime } from '../../../server/tables/groups.ts';
import { equal, type List, listOf, matching, type View } from '../../../server/tables/list.ts';
import { type Columns, day } from '../../../server/tables/table-file.ts';
import { byKind, type KindLookup } from '../../kinds/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  subjectOf,
} from '../../project-record/subject/queries.ts';
import { closedWork } from '../queries.ts';
import type { ClosedProject, listClosedProjects, ProjectCertificates, ReviewedWork } from './contract.ts';

type Sql = RawBuilder<unknown>;

/**
 * Of the candidates `c` of a project whose rules are `r`: its team, and who came to its activities unless the Ficha says
 * that these give no certificate; for each activity where the kind says so, else for all of them as one. Nobody who was
 * forgotten.
 */
export const isGiven = sql`(c.role <> 'participant'
  or r.participants and (c.activity_id is not null) = (r.rule = 'activity')) and c.name <> ${sql.lit(FORGOTTEN_NAME)}`;

/** How many candidates get one, of those that `where` says. */
const countOf = (where: Sql) =>
  sql`select count(*)::int from certificate_candidates c where ${where} and ${isGiven}`;

/** Somebody who is to be given one, and what stands beside the certificate. */
export interface DuePart extends ProjectPart {
  readonly projectId: string;
  readonly activityId: string | null;
  readonly userId: string | null;
  readonly holder: string;
  readonly email: string;
}

/** Those of projects who get one and have none: all of them, or who came to one activity. */
export async function readDueParts(
  tx: Transaction,
  { projectIds, activityId }: { readonly projectIds: readonly string[]; readonly activityId?: string },
): Promise<DuePart[]> {
  const { rows } = await sql<DuePart>`
    select c.project_id as "projectId", c.activity_id as "activityId", c.user_id as "userId", c.holder, c.name, c.role,
      c.document_kind as "documentKind", c.document, c.email, c.detail, c.activities,
      c.first_day::text as "firstDay", c.last_day::text as "lastDay",
      json_build_object('code', p.code, 'title', p.title, 'kind', v.definition ->> 'label', 'school', s.name,
        'startDate', p.start_date, 'endDate', p.end_date) as project,
      case when a.id is not null then json_build_object('name', a.name, 'day', a.day, 'startsAt', a.starts_at,
        'endsAt', a.ends_at, 'place', a.place) end as activity
    from certificate_candidates c join certificate_rules r on r.project_id = c.project_id
      join projects p on p.id = c.project_id
      join kind_versions v on v.slug = p.kind and v.version = p.kind_version
      left join schools s on s.id = p.school_id
      left join activities a on a.id = c.activity_id
    where c.project_id = any(${projectIds}::uuid[]) and not c.is_given and ${isGiven}
      ${activityId === undefined ? sql`` : sql`and c.activity_id = ${activityId}`}
    order by p.code, a.day nulls first, a.id, array_position(
      array['lead', 'alternate', 'member', 'founder', 'mentor', 'participant'], c.role), plain(c.name), c.holder`.execute(
    tx,
  );
  return rows;
}

/** Which reviews are meant: of a call, or of a kind and year outside of calls. */
export interface WorkAddress {
  readonly callId: string | null;
  readonly kind: string;
  readonly year: number;
}

const isWork = ({ callId, kind, year }: WorkAddress): Sql =>
  callId
    ? sql`w.call_id = ${callId}`
    : sql`w.call_id is null and (w.work_kind, w.work_year) = (${kind}, ${year})`;

/** Whether this person may not know who did it. */
export async function isWorkClosed(
  tx: Transaction,
  actor: Actor,
  { callId, kind, year }: WorkAddress,
): Promise<boolean> {
  const columns = { call: sql`${callId}::uuid`, kind: sql`${kind}::text`, year: sql`${year}::int` };
  const { rows } = await sql<{ closed: boolean }>`select ${closedWork(actor, columns)} as closed`.execute(tx);
  return rows[0]?.closed ?? true;
}

/** Whether the work `w` has its certificate. */
const hasCertificate = sql`exists (select from certificates c where c.role = 'reviewer' and c.user_id = w.user_id
  and (c.call_id, c.work_kind, c.work_year) is not distinct from (w.call_id, w.work_kind, w.work_year))`;

export interface DueWork extends ReviewerWork {
  readonly userId: string;
}

/** Reviewers of a work who have no certificate of it. */
export async function readDueWork(tx: Transaction, address: WorkAddress): Promise<DueWork[]> {
  const { rows } = await sql<DueWork>`
    select w.user_id as "userId", u.name, 'none' as "documentKind", '' as document, w.reviews,
      w.first_day::text as "firstDay", w.last_day::text as "lastDay", w.work_year as year,
      case when k.id is not null then json_build_object('name', k.name, 'year', k.year) end as call,
      v.definition ->> 'plural' as kind
    from reviewer_work w join users u on u.id = w.user_id left join calls k on k.id = w.call_id
      join kinds d on d.slug = coalesce(k.kind, w.work_kind)
      join kind_versions v on v.slug = d.slug and v.version = d.current_version
    where ${isWork(address)} and u.anonymised_at is null and not ${hasCertificate}
    order by plain(u.name), u.id`.execute(tx);
  return rows;
}

/** States of a call whose result is final. */
export const isCallFinal = sql`k.state in ${among(FINAL_CALLS)}`;

const WORK = { call: sql`w.call_id`, kind: sql`w.work_kind`, year: sql`w.work_year` };

/** Works whose reviews are over and whose reviewers the reader may know: calls with a final result, years gone by outside of calls. */
export async function listReviewedWork(db: Database, actor: Actor): Promise<ReviewedWork[]> {
  const { rows } = await sql<ReviewedWork>`
    select w.call_id as "callId", coalesce(k.kind, w.work_kind) as kind, coalesce(k.year, w.work_year) as year,
      coalesce(k.name, v.definition ->> 'plural') as name, count(*)::int as people,
      (count(*) filter (where ${hasCertificate}))::int as issued
    from reviewer_work w join users u on u.id = w.user_id and u.anonymised_at is null
      left join calls k on k.id = w.call_id
      join kinds d on d.slug = coalesce(k.kind, w.work_kind)
      join kind_versions v on v.slug = d.slug and v.version = d.current_version
    where case when k.id is null then w.work_year < extract(year from day_in_chile(now())) else ${isCallFinal} end
      and not ${closedWork(actor, WORK)}
    group by w.call_id, w.work_kind, w.work_year, k.kind, k.year, k.name, v.definition
    order by 3 desc, 4`.execute(db);
  return rows;
}

/** Works that are over and whose reviewers are given theirs without being asked for: of calls, and in January of the last year. */
export async function readWorkDue(db: Database, now: Date): Promise<WorkAddress[]> {
  const [year = '', month] = localDay(now).split('-');
  const isJanuary = month === '01';
  const { rows } = await sql<WorkAddress>`
    select distinct w.call_id as "callId", coalesce(k.kind, w.work_kind) as kind, coalesce(k.year, w.work_year) as year
    from reviewer_work w join users u on u.id = w.user_id and u.anonymised_at is null
      left join calls k on k.id = w.call_id
    where case when k.id is null then ${isJanuary} and w.work_year = ${Number(year) - 1}
        else k.certifies_reviewers and ${isCallFinal} end
      and not ${hasCertificate}
    order by 1, 2`.execute(db);
  return rows;
}

type ClosedQuery = QueryOf<typeof listClosedProjects>;

const CLOSED: View<ClosedQuery> = {
  from: sql`projects p join certificate_rules r on r.project_id = p.id`,
  joins: sql`left join schools s on s.id = p.school_id`,
  select: sql`p.id, p.kind, p.code, p.title, s.name as school, day_in_chile(p.status_since)::text as "closedOn", r.rule,
    (${countOf(sql`c.project_id = p.id`)}) as people, (${countOf(sql`c.project_id = p.id and c.is_given`)}) as issued`,
  sorts: { code: sql`p.code`, title: sql`plain(p.title)`, closedOn: sql`p.status_since` },
  groups: {
    kind: byKind(sql`p.kind`),
    school: byName(sql`p.school_id::text`, sql`s.name`, 'Sin escuela'),
    year: byTime(sql`extract(year from day_in_chile(p.status_since))::text`),
  },
  key: sql`p.id`,
};

export const closedProjectList: List<ClosedQuery, ClosedProject> = listOf<ClosedQuery, ClosedProject>(
  CLOSED,
  (_actor, { q, kind, school, year, missing }) => [
    sql`p.status = ${lit.status('closed')}`,
    ...matching(sql`plain(p.code || ' ' || p.search_text)`, q),
    ...equal('p.kind', kind),
    ...equal('p.school_id', school),
    ...(year ? [sql`extract(year from day_in_chile(p.status_since)) = ${year}`] : []),
    ...(missing
      ? [
          // Whoever leads has none before anybody had: looked up first, as it spares the lists of people.
          sql`(not exists (select from certificates x where x.project_id = p.id and x.role = 'lead')
              and exists (select from users u where u.id = p.lead_id and u.anonymised_at is null)
            or exists (select from certificate_candidates c
              where c.project_id = p.id and not c.is_given and ${isGiven}))`,
        ]
      : []),
  ],
);

export const CLOSED_COLUMNS: Columns<ClosedProject> = {
  codigo: row => row.code,
  titulo: row => row.title,
  tipo: row => row.kind,
  escuela: row => row.school,
  cerrado: row => day(row.closedOn),
  certificados_del_tipo: row => labelIn(CERTIFICATE_RULES, row.rule),
  personas: row => row.people,
  con_certificado: row => row.issued,
};

const ofClosing = sql`c.project_id = r.project_id and c.activity_id is null`;

/** What a project gives certificates for, with what of it the reader may issue; 403 for who may not see them. */
export async function projectCertificates(
  db: Database,
  actor: Actor,
  { kinds, ...address }: ProjectAddress & { readonly kinds: KindLookup },
): Promise<ProjectCertificates> {
  const project = await readProject(db, actor, address);
  const subject = subjectOf(project, definitionOf(kinds, project));
  if (!mayReadCertificates(actor, subject)) throw forbidden('ver los certificados de este proyecto');
  const { rows } = await sql<{
    rule: CertificateRule;
    givesParticipants: boolean;
    closing: ProjectCertificates['closing'];
    activities: { id: string; name: string; day: string; people: number; issued: number }[];
  }>`
    select r.rule, r.participants as "givesParticipants",
      json_build_object('people', (${countOf(ofClosing)}), 'issued', (${countOf(sql`${ofClosing} and c.is_given`)}))
        as closing,
      (select coalesce(json_agg(x order by x.day desc, x.id), '[]') from (
        select a.id, a.name, a.day, count(*)::int as people, (count(*) filter (where c.is_given))::int as issued
        from certificate_candidates c join activities a on a.id = c.activity_id
        where c.project_id = r.project_id and ${isGiven} group by a.id) x) as activities
    from certificate_rules r where r.project_id = ${project.id}`.execute(db);
  const [found] = rows;
  if (!found) throw notFound();
  const activities = found.activities.map(activity => {
    const verdict = judgeIssuing(actor, subject, { rule: found.rule, day: activity.day });
    if (!verdict.allowed && verdict.hidden) return activity;
    const reason = verdict.allowed ? null : verdict.reason;
    return { ...activity, refused: activity.people === activity.issued ? NOBODY_LEFT : reason };
  });
  return { ...found, activities };
}

/** Everybody who came has theirs. */
export const NOBODY_LEFT = 'Todas las personas de la lista ya tienen su certificado.';

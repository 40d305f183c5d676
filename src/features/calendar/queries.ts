import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { among } from '../../db/states.ts';
import type { KindSlug } from '../../domain/kinds/slugs.ts';
import { isRunning, RECORDING, type Status, statusLabel } from '../../domain/kinds/statuses.ts';
import { reportName } from '../../domain/reports/names.ts';
import { iso } from '../project-record/rows/queries.ts';
import { isTurnNow } from '../project-record/turns/queries.ts';
import { waitsForReviewer } from '../project-record/visibility/queries.ts';
import { nextReports } from '../workflow/next-reports/queries.ts';

/** Something in a person's calendar; a whole day where `startsAt` is empty. */
export interface Entry {
  readonly sort:
    | 'due'
    | 'review'
    | 'activity'
    | 'milestone'
    | 'session'
    | 'meeting'
    | 'action'
    | 'deliverable'
    | 'end';
  readonly id: string;
  readonly kind: KindSlug;
  readonly projectId: string;
  readonly code: string;
  readonly title: string;
  readonly label: string;
  readonly place: string;
  /** Days `yyyy-mm-dd`, both included. */
  readonly from: string;
  readonly to: string;
  /** `HH:MM` of Chile, or empty. */
  readonly startsAt: string;
  readonly endsAt: string;
  readonly status: Status;
  /** Of what is due in a project that runs: number of the progress report; null where that is the final one. */
  readonly report?: number | null;
}

export async function ownFeed(
  db: Database,
  userId: string,
): Promise<{ createdAt: string; readAt: string | null } | null> {
  const { rows } = await sql<{ createdAt: string; readAt: string | null }>`
    select ${iso(sql`created_at`)} as "createdAt", ${iso(sql`read_at`)} as "readAt"
    from calendar_feeds where user_id = ${userId}`.execute(db);
  return rows[0] ?? null;
}

const project = sql`p.kind, p.id as "projectId", p.code, p.title, p.status`;
const NO_HOURS = sql`'', ''`;

/** Steps the person holds; reviews they have still to do, of which no title is told, as their reader may be blind. */
const dueEntries = (userId: string) => sql`
  select 'due' as sort, p.id::text as id, ${project}, '' as label, '' as place,
    day_in_chile(p.due_at) as "from", day_in_chile(p.due_at) as "to", '' as "startsAt", '' as "endsAt"
  from project_holders h join projects p on p.id = h.project_id
  where h.user_id = ${userId} and p.due_at is not null and ${isTurnNow}
  union all
  select 'review', r.id::text, p.kind, p.id, p.code, '', p.status, '', '', day_in_chile(r.due_at),
    day_in_chile(r.due_at), '', ''
  from reviews r join projects p on p.id = r.project_id
  where r.user_id = ${userId} and r.due_at is not null and ${waitsForReviewer}`;

const itemsOf = (section: string, list: string) => sql`recording p
  join project_sections s on s.project_id = p.id and s.section = ${section}
  cross join jsonb_array_elements(s.data -> ${list}) a`;

/** What the Ficha plans. */
const plannedEntries = sql`
  select case when (a ->> 'isMilestone')::boolean then 'milestone' else 'activity' end,
    concat(p.id, a ->> 'id'), ${project}, a ->> 'name', '', (a ->> 'from')::date, (a ->> 'to')::date, ${NO_HOURS}
  from ${itemsOf('plan', 'activities')} where a ->> 'from' <= a ->> 'to'
  union all
  select 'session', concat(p.id, a ->> 'id'), ${project}, '', a ->> 'place', (a ->> 'date')::date,
    (a ->> 'date')::date, coalesce(a ->> 'from', ''), coalesce(a ->> 'to', '')
  from ${itemsOf('event', 'sessions')} where a ->> 'date' <> ''
  union all
  select 'deliverable', concat(p.id, a ->> 'id'), ${project}, a ->> 'name', '', (a ->> 'dueDate')::date,
    (a ->> 'dueDate')::date, ${NO_HOURS}
  from ${itemsOf('contract', 'deliverables')} where a ->> 'dueDate' <> '' and not exists (
    select from deliverables d
    where d.project_id = p.id and d.item_id = a ->> 'id' and d.delivered_on is not null)
  union all
  select 'end', p.id::text, ${project}, '', '', p.end_date, p.end_date, ${NO_HOURS}
  from recording p where p.end_date is not null`;

/** What was recorded of meetings; of what was agreed the person's own. */
const metEntries = (userId: string) => sql`
  select 'meeting', m.id::text, ${project}, coalesce(k.name, ''), m.place, m.day, m.day, m.starts_at, ''
  from recording p join meetings m on m.project_id = p.id
    left join organisations o on o.id = m.organisation_id left join organisations k on k.id = o.canonical_id
  union all
  select 'action', i.id::text, ${project}, i.text, '', i.due_day, i.due_day, ${NO_HOURS}
  from recording p join action_items i on i.project_id = p.id
  where i.done_at is null and (i.responsible_id = ${userId}
    or (i.responsible_id is null and p.lead_id = ${userId}))`;

/**
 * What is due to a person, and what comes in the projects they lead or belong to, in one statement; another names the
 * reports among it. All of it they may read: it is theirs to do, or of their own projects.
 */
export async function calendarEntries(db: Database, userId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    with recording as materialized (
      select p.* from projects p where p.status in ${among(RECORDING)} and (
        p.lead_id = ${userId} or p.alternate_id = ${userId}
        or exists (select from project_members m where m.project_id = p.id and m.user_id = ${userId})))
    ${dueEntries(userId)} union all ${plannedEntries} union all ${metEntries(userId)}`.execute(db);
  const running = rows.filter(isReport).map(({ id }) => id);
  const reports = await nextReports(db, running);
  return rows.map(entry => (isReport(entry) ? { ...entry, report: reports.get(entry.id) ?? null } : entry));
}

/** A report is due, of a project that runs. */
const isReport = ({ sort, status }: Entry): boolean => sort === 'due' && isRunning(status);

/** What an entry is called in a calendar. */
export function entryTitle({ sort, code, title, label, status, report }: Entry): string {
  switch (sort) {
    case 'due':
      return `Vence: ${report === undefined ? statusLabel(status) : reportName(report)} · ${title}`;
    case 'review':
      return `Vence: evaluación de ${code}`;
    case 'activity':
      return `Actividad: ${label || 'Sin nombre'}`;
    case 'milestone':
      return `Hito: ${label || 'Sin nombre'}`;
    case 'session':
      return `Sesión: ${title}`;
    case 'meeting':
      return label ? `Reunión con ${label}` : 'Reunión';
    case 'action':
      return `Acuerdo: ${label}`;
    case 'deliverable':
      return `Entregable: ${label || 'Sin nombre'}`;
    case 'end':
      return `Término: ${title}`;
  }
}

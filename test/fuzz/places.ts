import { sql } from 'kysely';
import type { Database } from '../../src/db/pool.ts';
import { FIGURE_NAMES, TOPIC_NAMES } from '../../src/domain/figures/figures.ts';
import { CATALOGUES } from '../catalogues.ts';
import type { KnownIds } from './schemas.ts';

/** Parameters of a path by name; `asker` is the id of somebody whom it concerns. */
export type Place = Readonly<Record<string, string>>;

/** Where ids of the parameters of a path come from; the first whose beginning fits. One row, one place. */
const PLACES: readonly (readonly [start: string, statement: string])[] = [
  ['/auth/accounts/{id}', 'select id from user_accounts'],
  ['/settings/holidays/{day}', 'select day::text as day from holidays'],
  ['/settings/mail-texts/{template}', `select 'turn' as template union select 'digest'`],
  ['/accreditation-matrices/{id}', 'select id from accreditation_matrices'],
  ['/voucher-types/{id}', 'select id from voucher_types'],
  ['/exchange-rates/{currency}/{day}', 'select currency, day::text as day from exchange_rates'],
  ['/calls/{call}/files/{file}', 'select call_id as call, id as file from call_files'],
  [
    '/agreements/{agreement}/files/{file}',
    'select agreement_id as agreement, id as file from agreement_files',
  ],
  ['/agreements/{agreement}/files', 'select id as agreement from agreements'],
  ['/agreements/{id}', 'select id from agreements'],
  ['/calls/{call}/acts/{act}', 'select call_id as call, id as act from call_acts'],
  ['/calls/{call}', 'select id as call from calls'],
  ['/kinds/{slug}', 'select slug, version::text as version from kind_versions'],
  [
    '/projects/{kind}/{id}/history/{entry}',
    `select p.kind, p.id, p.lead_id as asker, h.id::text as entry from project_history h join projects p on p.id = h.project_id`,
  ],
  [
    '/projects/{kind}/{id}/observations/{observation}/resolved',
    'select p.kind, p.id, o.author_id as asker, o.id as observation from observations o join projects p on p.id = o.project_id',
  ],
  ['/projects/{kind}/{id}/observations/{observation}', childOf('observations', 'observation')],
  ['/projects/{kind}/{id}/uploads/{upload}', childOf('uploads', 'upload')],
  ['/projects/{kind}/{id}/files/{file}', childOf('files', 'file')],
  [
    '/projects/{kind}/{id}/activities/{activity}/attendance/{attendance}',
    `select p.kind, p.id, p.lead_id as asker, a.activity_id as activity, a.id as attendance
      from attendances a join projects p on p.id = a.project_id`,
  ],
  ['/projects/{kind}/{id}/measurements/{measurement}', childOf('measurements', 'measurement')],
  ['/projects/{kind}/{id}/expenses/{expense}', childOf('expenses', 'expense')],
  ['/projects/{kind}/{id}/payments/{payment}', childOf('payments', 'payment')],
  ['/projects/{kind}/{id}/refunds/{refund}', childOf('refunds', 'refund')],
  ['/projects/{kind}/{id}/statements/{statement}', childOf('statements', 'statement')],
  [
    '/projects/{kind}/{id}/reports/{report}',
    `select p.kind, p.id, p.lead_id as asker, report from projects p
      cross join unnest(array['1', '2', 'final']) report where p.status in ('running', 'suspended', 'final_report')`,
  ],
  ['/projects/{kind}/{id}/activities/{activity}', childOf('activities', 'activity')],
  ['/projects/{kind}/{id}/meetings/{meeting}', childOf('meetings', 'meeting')],
  ['/projects/{kind}/{id}/action-items/{item}', childOf('action_items', 'item')],
  [
    '/projects/{kind}/{id}/deliverables/{item}',
    `select p.kind, p.id, p.lead_id as asker, d ->> 'id' as item from projects p
      join project_sections s on s.project_id = p.id and s.section = 'contract'
      cross join jsonb_array_elements(s.data -> 'deliverables') d`,
  ],
  ['/projects/{kind}/{id}/changes/{change}', childOf('change_requests', 'change')],
  ['/projects/{kind}/{id}/receipts/{receipt}', childOf('project_receipts', 'receipt')],
  [
    '/projects/{kind}/{id}/appeal',
    'select p.kind, p.id, p.lead_id as asker from appeals a join projects p on p.id = a.project_id',
  ],
  [
    '/projects/{kind}/{id}/sections/{section}',
    `select p.kind, p.id, p.lead_id as asker, s.section from project_sections s join projects p on p.id = s.project_id
      where p.status in ('draft', 'returned')`,
  ],
  [
    '/projects/{kind}/{id}/actions/{action}',
    `select p.kind, p.id, coalesce(h.user_id, p.lead_id) as asker, action from projects p
      left join project_holders h on h.project_id = p.id
      cross join unnest(array['submit', 'endorse', 'return', 'reject', 'withdraw', 'resubmit']) action`,
  ],
  [
    '/projects/{kind}/{id}/checks',
    `select kind, id from projects where call_id is not null and status <> 'draft'`,
  ],
  [
    '/projects/{kind}/{id}/evaluation',
    'select p.kind, p.id from reviews r join projects p on p.id = r.project_id',
  ],
  ['/projects/{kind}/{id}', 'select kind, id, lead_id as asker from projects'],
  [
    '/change-status/batches/{batch}',
    'select distinct batch_id as batch from project_history where batch_id is not null',
  ],
  ['/reassign/{person}', 'select distinct lead_id as person from projects'],
  ['/admin/reviews/{project}', `select id as project from projects where status = 'evaluation'`],
  ['/admin/reviews/{review}', 'select id as review from reviews'],
  [
    '/reviews/preferences/{call}',
    `select r.call_id as call, p.id as project, u.id as asker
      from preference_rounds r join projects p on p.call_id = r.call_id and p.status = 'evaluation'
        join users u on 'Reviewer' = any(u.roles)`,
  ],
  [
    '/reviews/{review}/files/{file}',
    'select r.id as review, f.id as file, r.user_id as asker from reviews r join files f on f.project_id = r.project_id',
  ],
  [
    '/reviews/{review}',
    `select id as review, user_id as asker from reviews where state in ('invited', 'accepted')`,
  ],
  ['/offerings/{id}', 'select id from course_offerings'],
  ['/partners/merges/{merge}', 'select id as merge from organisation_merges'],
  ['/partners/pairs/{a}/{b}', 'select a_id as a, b_id as b from organisation_pairs'],
  ['/partners/{id}', 'select id from organisations'],
  ['/organisations/{id}', 'select id from organisations'],
  ['/instruments/{id}', 'select id from instruments'],
  [
    '/waves/{id}',
    'select w.id, coalesce(p.lead_id, w.created_by) as asker from waves w left join projects p on p.id = w.project_id',
  ],
  ['/certificates/{id}', 'select id from certificates'],
  ['/saved-views/{id}', 'select id, owner_id as asker from saved_views'],
  ['/data-requests/{id}', 'select id from data_requests'],
  ['/data-incidents/{id}', 'select id from data_incidents'],
  ['/processing-activities/{id}', 'select id from processing_activities'],
  [
    '/personal-data/requests/{id}',
    'select id, user_id as asker from data_requests where user_id is not null',
  ],
  ['/dashboards/figures/{figure}', `select unnest('{${FIGURE_NAMES.join()}}'::text[]) as figure`],
  ['/dashboards/{topic}', `select unnest('{${TOPIC_NAMES.join()}}'::text[]) as topic`],
  // Whoever sends the requests must stay who they are.
  ['/users/{id}', `select id from users where not id = any(select user_id from sessions)`],
  ['/imports/{id}/rows/{line}', 'select import_id as id, line::text as line from import_rows'],
  ['/files/{file}', 'select id as file from files'],
  ...[...CATALOGUES, 'deputations', 'imports', 'mails'].map(
    name => [`/${joined(name, '-')}/{id}`, `select id from ${joined(name, '_')}`] as const,
  ),
];

/** The words of a page's name, as paths and tables write them. */
function joined(name: string, by: string): string {
  return name.replace(/[A-Z]/g, letter => by + letter.toLowerCase());
}

function childOf(table: string, name: string): string {
  return `select p.kind, p.id, p.lead_id as asker, c.id as ${name} from ${table} c join projects p on p.id = c.project_id`;
}

/** Which table the id in a field so called names. */
const TABLES: readonly (readonly [name: RegExp, table: string])[] = [
  [/school/i, 'schools'],
  [/facult/i, 'faculties'],
  [/offering/i, 'course_offerings'],
  [/course/i, 'courses'],
  [/career/i, 'careers'],
  [/organisation|partner/i, 'organisations'],
  [/theme/i, 'themes'],
  [/instrument/i, 'instruments'],
  [/^typeId$/, 'voucher_types'],
  [/institutional/i, 'institutional_indicators'],
  [/line/i, 'call_lines'],
  [/call|fund/i, 'calls'],
  [/project/i, 'projects'],
  [/measurement|replaces/i, 'measurements'],
  [/expense|corrects|leftOut/i, 'expenses'],
  [/^voucher|typeId/i, 'voucher_types'],
  [/^statement/i, 'statements'],
  [/file|versionId/i, 'files'],
  [/review$|pairs/i, 'reviews'],
  [/notification/i, 'notifications'],
  [/^mails/i, 'mails'],
  [
    /lead|alternate|user|dean|director|teacher|principal|deputy|person|actor|reviewer|^from$|^to$|^into$/i,
    'users',
  ],
];

/** What a person of the university could point at, read once. */
export interface Places {
  /** For a path of the API's description, e.g. `/projects/{kind}/{id}/due`. */
  placesOf(path: string): readonly Place[];
  readonly known: KnownIds;
}

export async function readPlaces(db: Database): Promise<Places> {
  const places = new Map<string, readonly Place[]>();
  for (const [start, statement] of PLACES)
    places.set(start, (await sql.raw<Place>(statement).execute(db)).rows);
  const ids = new Map<string, readonly string[]>();
  for (const [, table] of TABLES) {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(db);
    ids.set(
      table,
      rows.map(row => row.id),
    );
  }
  return {
    placesOf: path => places.get(PLACES.find(([start]) => path.startsWith(start))?.[0] ?? '') ?? [],
    known: trail => {
      if (trail[0] === 'users' && trail.at(-1) === 'id')
        return (places.get('/users/{id}') ?? []).flatMap(place => place.id ?? []);
      for (const name of trail.toReversed()) {
        const table = TABLES.find(([pattern]) => pattern.test(name))?.[1];
        if (table) return ids.get(table) ?? [];
      }
      return [...ids.values()].flat();
    },
  };
}

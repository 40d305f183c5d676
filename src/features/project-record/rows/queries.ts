import { sql } from 'kysely';
import { precompile } from '../../../db/precompile.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import { whatComesNext } from '../../../domain/workflow/next-steps.ts';
import type { KindLookup } from '../../kinds/queries.ts';
import type { ProjectDetails, ProjectRow } from '../contract.ts';
import { isTurnNow } from '../turns/queries.ts';
import type { Condition } from '../visibility/queries.ts';

/** Times leave in UTC, to the millisecond. */
export const iso = (column: Condition) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * One row of a list as JSON; `s` and `f` are school and faculty, `l` is the lead. A list, not an object with names:
 * that takes the database a third longer, and the server to read it.
 */
const rowColumns = precompile(sql`
  p.id, p.code, p.kind, p.kind_version, p.status, p.sub_step, p.returned_from, p.title, p.period, p.historic,
  p.start_date, p.end_date, s.id, s.name, f.id, f.name, l.id, l.name,
  ${iso(sql`p.submitted_at`)}, ${iso(sql`p.updated_at`)},
  (select json_agg(json_build_array(u.id, u.name) order by u.name)
   from project_holders h join users u on u.id = h.user_id where h.project_id = p.id),
  p.office_turn, ${iso(sql`p.status_since`)}, ${iso(sql`p.due_at`)}, coalesce(p.due_at < now(), false), ${isTurnNow}`);
export const rowJson = precompile(sql`json_build_array(${rowColumns})`);
/** The same with the details of each (`detailsJson`). */
export const rowWith = (details: Condition) => sql`json_build_array(${rowColumns}, ${details})`;

/** As `rowJson` writes it. */
export type StoredRow = readonly [
  id: string,
  code: string,
  kind: KindSlug,
  kindVersion: number,
  status: Status,
  subStep: ProjectRow['subStep'],
  returnedFrom: Status | null,
  title: string,
  period: string | null,
  historic: boolean,
  startDate: string | null,
  endDate: string | null,
  schoolId: string | null,
  school: string | null,
  facultyId: string | null,
  faculty: string | null,
  leadId: string,
  lead: string,
  submittedAt: string | null,
  updatedAt: string,
  holders: readonly (readonly [id: string, name: string])[] | null,
  office: boolean,
  since: string,
  due: string | null,
  isPast: boolean,
  now: boolean,
  details?: ProjectDetails,
];

/** What a row of a list is joined with. */
export const rowJoins = sql.raw(`join users l on l.id = p.lead_id
  left join schools s on s.id = p.school_id left join faculties f on f.id = s.faculty_id`);

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** What the page of one project knows besides, which a list does not ask for. */
interface Known {
  readonly withReviewers?: boolean;
  /** As one of the office: nothing keeps the reader from deciding. */
  readonly isFree?: boolean;
}

/**
 * Adds whether it is the reader's turn, and what comes next. Lists name no reviewer to anybody: whoever arranges the
 * reviews of one project (`managesReviews`) reads the names there.
 */
export function showRow(row: StoredRow, actor: Actor, kindOf: KindLookup, known: Known = {}): ProjectRow {
  const [
    id,
    code,
    kind,
    kindVersion,
    status,
    subStep,
    returnedFrom,
    title,
    period,
    historic,
    startDate,
    endDate,
    schoolId,
    school,
    facultyId,
    faculty,
    leadId,
    lead,
    submittedAt,
    updatedAt,
    holders,
    office,
    since,
    due,
    isPast,
    now,
    details,
  ] = row;
  const { steps } = kindOf(kind, kindVersion);
  const people = (holders ?? []).map(([id, name]) => ({ id, name }));
  const next = whatComesNext({ status, subStep, returnedFrom, steps });
  return {
    id,
    code,
    kind,
    status,
    subStep,
    title,
    period,
    historic,
    startDate,
    endDate,
    submittedAt,
    updatedAt,
    school: named(schoolId, school),
    faculty: named(facultyId, faculty),
    lead: { id: leadId, name: lead },
    turn: {
      ...{ office, since, due, now, next },
      overdue: isPast && now,
      ...showHolders({ status, people, office, now }, actor, known),
    },
    ...(details && { details }),
  };
}

type Turn = ProjectRow['turn'];

/** Who holds it, as the reader may know it. */
function showHolders(
  { status, people, office, now }: Pick<Turn, 'people' | 'office' | 'now'> & { readonly status: Status },
  actor: Actor,
  { withReviewers = false, isFree = true }: Known,
): Pick<Turn, 'people' | 'reviewers' | 'mine'> {
  const own = people.filter(p => p.id === actor.id);
  const isReviewed = status === 'evaluation';
  return {
    people: isReviewed && !withReviewers ? own : people,
    reviewers: isReviewed ? people.length : 0,
    mine: now && (own.length > 0 || (office && isAdmin(actor) && isFree)),
  };
}

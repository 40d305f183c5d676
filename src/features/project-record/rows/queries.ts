import { sql } from 'kysely';
import { precompile } from '../../../db/precompile.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import { whatComesNext } from '../../../domain/workflow/next-steps.ts';
import type { KindLookup } from '../../kinds/queries.ts';
import type { ProjectRow } from '../contract.ts';
import type { Condition } from '../visibility/queries.ts';

/** Times leave in UTC, to the millisecond. */
export const iso = (column: Condition) => sql`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** One row of a list as JSON; `s` and `f` are school and faculty, `l` is the lead. */
export const rowJson = precompile(sql`json_build_object(
  'id', p.id, 'code', p.code, 'kind', p.kind, 'kindVersion', p.kind_version, 'status', p.status,
  'subStep', p.sub_step, 'returnedFrom', p.returned_from, 'title', p.title, 'period', p.period, 'historic', p.historic,
  'startDate', p.start_date, 'endDate', p.end_date,
  'school', case when s.id is null then null else json_build_object('id', s.id, 'name', s.name) end,
  'faculty', case when f.id is null then null else json_build_object('id', f.id, 'name', f.name) end,
  'lead', json_build_object('id', l.id, 'name', l.name),
  'submittedAt', ${iso(sql`p.submitted_at`)}, 'updatedAt', ${iso(sql`p.updated_at`)},
  'turn', json_build_object(
    'people', coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name)
                        from project_holders h join users u on u.id = h.user_id where h.project_id = p.id), '[]'),
    'office', p.office_turn, 'since', ${iso(sql`p.status_since`)}, 'due', ${iso(sql`p.due_at`)},
    'overdue', coalesce(p.due_at < now(), false)))`);

export type StoredRow = Omit<ProjectRow, 'turn'> & {
  kindVersion: number;
  returnedFrom: Status | null;
  turn: Omit<ProjectRow['turn'], 'next' | 'mine' | 'reviewers'>;
};

/** Adds whether it is the reader's turn, and what comes next. Who reviews is known to the office alone. */
export function showRow(row: StoredRow, actor: Actor, kindOf: KindLookup): ProjectRow {
  const { steps } = kindOf(row.kind as KindSlug, row.kindVersion);
  const { turn } = row;
  const mine = turn.people.some(p => p.id === actor.id) || (turn.office && isAdmin(actor));
  const secret = row.status === 'evaluation' && !isAdmin(actor);
  const people = secret ? turn.people.filter(p => p.id === actor.id) : turn.people;
  const reviewers = row.status === 'evaluation' ? turn.people.length : 0;
  return { ...row, turn: { ...turn, people, reviewers, mine, next: whatComesNext({ ...row, steps }) } };
}

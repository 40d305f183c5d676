import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { among, lit } from '../../../db/states.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import { UNIT_REVIEWS } from '../../../domain/kinds/statuses.ts';
import type { Candidate } from '../../../domain/workflow/holders.ts';
import { partIds, takesPartIn } from '../../../server/part-taking/queries.ts';
import { actedAsDirectors } from '../../project-record/columns/queries.ts';
import { deansOf, directorsOf } from '../transitions/queries.ts';

type Condition = RawBuilder<unknown>;

/** Steps that the heads of a unit hold. */
export const UNIT_STEP = sql`(p.status in ${among(UNIT_REVIEWS)}
  or (p.status = ${lit.status('final_report')} and p.sub_step = ${lit.subStep('director')}))`;

export const ofSchools = (ids: readonly string[]): Condition => sql`p.school_id = any(${[...ids]}::uuid[])`;
export const ofFaculty = (id: string): Condition =>
  sql`p.school_id in (select id from schools where faculty_id = ${id})`;
export const ofProject = (id: string): Condition => sql`p.id = ${id}`;
/** What these people hold, have a deputy for, or would hold as heads or as deputies of heads. */
export const ofPeople = (ids: readonly string[]): Condition => {
  const people = sql`any(array(select unnest(${[...ids]}::uuid[]) union
    select principal_id from deputations where deputy_id = any(${[...ids]}::uuid[]) and ended_at is null))`;
  return sql`(p.id in (select project_id from project_holders where user_id = ${people} or principal_id = ${people})
    or p.school_id in (
      select school_id from school_heads where user_id = ${people}
      union select s.id from schools s join faculty_heads h on h.faculty_id = s.faculty_id where h.user_id = ${people}))`;
};

/** The same of the steps `units`, and of whoever a change of their heads gave or took a role: it may end a deputation. */
export const ofUnits = (units: Condition, heads: readonly unknown[] = []): Condition =>
  heads.length === 0 ? units : sql`(${units} or ${ofPeople([...new Set(heads.flat().map(String))])})`;

const seat = sql`coalesce(h.principal_id, h.user_id)`;
const seatHeads = sql`(exists (select from school_heads x where x.school_id = p.school_id and x.user_id = ${seat})
  or exists (select from schools s join faculty_heads x on x.faculty_id = s.faculty_id
             where s.id = p.school_id and x.user_id = ${seat}))`;
/** A head of the unit who could hold the step. */
const ownHead = sql`exists (
  select from users u where u.state = ${lit.user('active')}
    and not ${takesPartIn(sql`u.id`, sql`p.id`)}
    and u.id in (
      select x.user_id from school_heads x where x.school_id = p.school_id and p.status <> ${lit.status('dean_review')}
      union select x.user_id from faculty_heads x join schools s on s.faculty_id = x.faculty_id
        where s.id = p.school_id and p.status = ${lit.status('dean_review')}
          and x.user_id <> all(${actedAsDirectors})))`;

/**
 * A unit's step that nobody of the unit can hold, whoever holds it instead. Only what is away from its unit is looked at,
 * which is little of all that waits.
 */
export const VACANT_STEP = sql`(${UNIT_STEP} and (p.office_turn or p.id = any(array(
  select h.project_id from project_holders h where h.via in ('above', 'assigned')))) and not ${ownHead})`;

/**
 * Steps that wait for somebody who cannot act, or that are away from a unit which could: a deputation began or ended
 * with the day, somebody was blocked while the step was being taken.
 */
export const STALE: Condition = sql`(
  (not p.office_turn and not exists (select from project_holders h where h.project_id = p.id))
  or exists (
    select from project_holders h join users u on u.id = ${seat} join users a on a.id = h.user_id
      left join deputies_on(day_in_chile(now())) d on d.principal_id = u.id
    where h.project_id = p.id and (u.state <> ${lit.user('active')} or a.state <> ${lit.user('active')}
      or coalesce(d.deputy_id, u.id) <> h.user_id or (h.via <> 'assigned' and not ${seatHeads})))
  or ((p.office_turn or (p.status <> ${lit.status('dean_review')} and exists (
        select from project_holders h where h.project_id = p.id and h.via = 'above'))) and ${ownHead}))`;

export interface HolderRow extends Candidate {
  readonly via: string;
}
/** A step that the heads of a unit hold, with what tells who should. */
export interface UnitStep {
  readonly id: string;
  readonly project: {
    readonly id: string;
    readonly kind: string;
    readonly code: string;
    readonly title: string;
  };
  readonly due: string | null;
  readonly status: Extract<Status, 'director_review' | 'dean_review' | 'final_report'>;
  readonly schoolId: string | null;
  readonly office: boolean;
  readonly involvedIds: string[];
  readonly actedAsDirectorIds: string[];
  readonly holders: HolderRow[];
  /** Of the holders that the office assigned: those who can act now, or their deputies. */
  readonly assigned: Candidate[];
}

/** Steps of units, held until the end of the transaction. */
export async function lockSteps(tx: Transaction, which: Condition): Promise<UnitStep[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select p.id from projects p where ${UNIT_STEP} and ${which} order by p.id for no key update`.execute(tx);
  if (locked.length === 0) return [];
  const { rows } = await sql<UnitStep>`
    select p.id, p.status, p.school_id as "schoolId", p.due_at as due,
      json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project, p.office_turn as office,
      ${partIds} as "involvedIds",
      ${actedAsDirectors} as "actedAsDirectorIds",
      coalesce((select json_agg(json_build_object('userId', h.user_id, 'principalId', h.principal_id, 'via', h.via))
        from project_holders h where h.project_id = p.id), '[]') as holders,
      coalesce((select json_agg(json_build_object('userId', coalesce(d.deputy_id, u.id),
          'principalId', case when d.deputy_id is not null then u.id end))
        from project_holders h join users u on u.id = ${seat} and u.state = ${lit.user('active')}
          left join deputies_on(day_in_chile(now())) d on d.principal_id = u.id
        where h.project_id = p.id and h.via = 'assigned'), '[]') as assigned
    from projects p where p.id = any(${locked.map(l => l.id)}::uuid[]) and ${UNIT_STEP}`.execute(tx);
  return rows;
}

export interface SchoolHeads {
  readonly id: string | null;
  readonly directors: Candidate[];
  readonly deans: Candidate[];
}

/** Who decides now for the schools of these steps. */
export async function headsOfAll(
  tx: Transaction,
  steps: readonly UnitStep[],
): Promise<Map<string | null, SchoolHeads>> {
  const ids = [...new Set(steps.map(s => s.schoolId))].filter(id => id !== null);
  const { rows } = await sql<SchoolHeads>`
    select s0.id, ${directorsOf(sql`s0.id`)} as directors, ${deansOf(sql`s0.id`)} as deans
    from schools s0 where s0.id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(r => [r.id, r]));
}

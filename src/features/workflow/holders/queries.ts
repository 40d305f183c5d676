import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import type { Status } from '../../../domain/kinds/statuses.ts';
import { type Candidate, type Holder, type Holders, heldOn } from '../../../domain/workflow/holders.ts';
import type { Command } from '../../../server/command.ts';
import { actedAsDirectors } from '../../project-record/subject/queries.ts';
import { announceRenewals, type Quiet } from '../notices/commands.ts';
import { deansOf, directorsOf } from '../transitions/queries.ts';

type Condition = RawBuilder<unknown>;

/** Steps that the heads of a unit hold. */
export const UNIT_STEP = sql`(p.status in ('director_review', 'dean_review')
  or (p.status = 'final_report' and p.sub_step = 'director'))`;

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
const ownHead = sql`exists (
  select from users u where u.state = 'active' and u.id <> p.lead_id and u.id is distinct from p.alternate_id
    and not exists (select from project_members m where m.project_id = p.id and m.user_id = u.id)
    and u.id in (
      select x.user_id from school_heads x where x.school_id = p.school_id and p.status <> 'dean_review'
      union select x.user_id from faculty_heads x join schools s on s.faculty_id = x.faculty_id
        where s.id = p.school_id and p.status = 'dean_review'))`;

/**
 * Steps that wait for somebody who cannot act, or that are away from a unit which could: a deputation began or ended
 * with the day, somebody was blocked while the step was being taken.
 */
export const STALE: Condition = sql`(
  (not p.office_turn and not exists (select from project_holders h where h.project_id = p.id))
  or exists (
    select from project_holders h join users u on u.id = ${seat} join users a on a.id = h.user_id
      left join deputies_on(day_in_chile(now())) d on d.principal_id = u.id
    where h.project_id = p.id and (u.state <> 'active' or a.state <> 'active'
      or coalesce(d.deputy_id, u.id) <> h.user_id or (h.via <> 'assigned' and not ${seatHeads})))
  or ((p.office_turn or (p.status <> 'dean_review' and exists (
        select from project_holders h where h.project_id = p.id and h.via = 'dean'))) and ${ownHead}))`;

interface Row extends Candidate {
  readonly via: string;
}
interface Step {
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
  readonly holders: Row[];
  /** Of the holders that the office assigned: those who can act now, or their deputies. */
  readonly assigned: Candidate[];
}

async function lockedSteps(tx: Transaction, which: Condition): Promise<Step[]> {
  const { rows: locked } = await sql<{ id: string }>`
    select p.id from projects p where ${UNIT_STEP} and ${which} order by p.id for no key update`.execute(tx);
  if (locked.length === 0) return [];
  const { rows } = await sql<Step>`
    select p.id, p.status, p.school_id as "schoolId", p.due_at as due,
      json_build_object('id', p.id, 'kind', p.kind, 'code', p.code, 'title', p.title) as project, p.office_turn as office,
      array(select x from unnest(array[p.lead_id, p.alternate_id]) x where x is not null
        union select user_id from project_members where project_id = p.id) as "involvedIds",
      ${actedAsDirectors} as "actedAsDirectorIds",
      coalesce((select json_agg(json_build_object('userId', h.user_id, 'principalId', h.principal_id, 'via', h.via))
        from project_holders h where h.project_id = p.id), '[]') as holders,
      coalesce((select json_agg(json_build_object('userId', coalesce(d.deputy_id, u.id),
          'principalId', case when d.deputy_id is not null then u.id end))
        from project_holders h join users u on u.id = ${seat} and u.state = 'active'
          left join deputies_on(day_in_chile(now())) d on d.principal_id = u.id
        where h.project_id = p.id and h.via = 'assigned'), '[]') as assigned
    from projects p where p.id = any(${locked.map(l => l.id)}::uuid[]) and ${UNIT_STEP}`.execute(tx);
  return rows;
}

interface Heads {
  readonly id: string | null;
  readonly directors: Candidate[];
  readonly deans: Candidate[];
}

async function headsOfAll(tx: Transaction, steps: readonly Step[]): Promise<Map<string | null, Heads>> {
  const ids = [...new Set(steps.map(s => s.schoolId))].filter(id => id !== null);
  const { rows } = await sql<Heads>`
    select s0.id, ${directorsOf(sql`s0.id`)} as directors, ${deansOf(sql`s0.id`)} as deans
    from schools s0 where s0.id = any(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(r => [r.id, r]));
}

interface Renewed extends Holders {
  readonly id: string;
  readonly step: Step;
}

function renewed(step: Step, heads: Heads | undefined): Renewed[] {
  const { directors = [], deans = [] } = heads ?? {};
  const question = { ...step, step: step.status, directors, deans };
  const seats = step.holders.map(h => h.principalId ?? h.userId);
  const after = heldOn(question, { assigned: step.assigned, seats });
  const words = (rows: readonly (Row | Holder)[]) =>
    rows
      .map(r => [r.userId, r.principalId, r.via].join())
      .sort()
      .join(';');
  const isSame = after.office === step.office && words(after.holders) === words(step.holders);
  return isSame ? [] : [{ id: step.id, step, ...after }];
}

interface Run extends Pick<Command, 'tx' | 'now'> {
  /** Null when it happens by itself. */
  readonly actor: { readonly id: string } | null;
}

/**
 * Gives each of these steps to whoever should hold it now, with a row in its history. Their version goes up, so that
 * a decision prepared before learns of it. Due dates stay. `quiet`: the new holders, or those of these
 * people, learn of it otherwise; the former ones are no longer called all the same.
 * @returns how many changed hands
 */
export async function renewHolders(
  run: Run,
  which: Condition,
  { quiet = false }: { readonly quiet?: Quiet } = {},
): Promise<number> {
  const steps = await lockedSteps(run.tx, which);
  if (steps.length === 0) return 0;
  const heads = await headsOfAll(run.tx, steps);
  const changed = steps.flatMap(step => renewed(step, heads.get(step.schoolId)));
  if (changed.length === 0) return 0;
  await writeRenewed(run, changed);
  const texts = await writeEntries(run, changed);
  const renewals = changed.map(({ id, step, holders, office }) => ({
    project: step.project,
    status: step.status,
    due: step.due,
    before: step.holders.map(h => h.userId),
    holders: holders.map(h => h.userId),
    officeBefore: step.office,
    office,
    text: texts.get(id) ?? '',
  }));
  await announceRenewals(run, renewals, quiet);
  return changed.length;
}

async function writeRenewed({ tx }: Run, changed: readonly Renewed[]): Promise<void> {
  const rows = changed.flatMap(c =>
    c.holders.map(h => ({ project: c.id, user: h.userId, principal: h.principalId, via: h.via })),
  );
  await sql`delete from project_holders where project_id = any(${changed.map(c => c.id)}::uuid[])`.execute(
    tx,
  );
  await sql`
    insert into project_holders (project_id, user_id, principal_id, via)
    select r.project, r.user, r.principal, r.via
    from json_to_recordset(${JSON.stringify(rows)}) r (project uuid, "user" uuid, principal uuid, via text)`.execute(
    tx,
  );
}

/** The new standing and its history; answers the words of each. */
async function writeEntries(
  { tx, actor, now }: Run,
  changed: readonly Renewed[],
): Promise<Map<string, string>> {
  const noted = changed.map(({ id, office, why, step }) => ({ id, office, why, held: step.holders }));
  const { rows } = await sql<{ id: string; note: string }>`
    with c as (
      select * from json_to_recordset(${JSON.stringify(noted)}) c (id uuid, office boolean, why text, held jsonb)
    ), p as (
      update projects p set office_turn = c.office, version = p.version + 1, updated_at = ${now}
      from c where p.id = c.id returning p.id, p.status, c.office, c.why, c.held
    )
    insert into project_history (project_id, at, actor_id, action, from_status, to_status, before, note)
    select p.id, ${now}, ${actor?.id ?? null}::uuid, 'handover', p.status, p.status,
      jsonb_build_object('holders', p.held),
      concat_ws(' ', p.why, 'Ahora lo tiene ' || case when p.office then 'la oficina' else (
        select string_agg(u.name || coalesce(', por subrogancia de ' || b.name, ''), '; ' order by u.name)
        from project_holders h join users u on u.id = h.user_id left join users b on b.id = h.principal_id
        where h.project_id = p.id) end || '.')
    from p returning project_id as id, note`.execute(tx);
  return new Map(rows.map(r => [r.id, r.note]));
}

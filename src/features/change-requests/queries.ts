import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import { precompile } from '../../db/precompile.ts';
import { among, lit } from '../../db/states.ts';
import { can } from '../../domain/access/can.ts';
import {
  type ChangeSection,
  changedPart,
  changeHolders,
  holdsChange,
  mayDecideChange,
  mayWithdrawChange,
} from '../../domain/access/change-requests.ts';
import type { ProjectSubject } from '../../domain/access/subject.ts';
import { mayReadPrivate } from '../../domain/access/visibility.ts';
import type { KindSlug } from '../../domain/kinds/slugs.ts';
import { CHANGEABLE, type Status } from '../../domain/kinds/statuses.ts';
import { type Actor, headedSchools, isAdmin } from '../../domain/kit/actor.ts';
import { notFound } from '../../domain/kit/problem.ts';
import { offerOf } from '../../domain/kit/verdict.ts';
import { sectionOf } from '../../domain/sections/index.ts';
import type { Candidate } from '../../domain/workflow/holders.ts';
import { partIds } from '../../server/part-taking/queries.ts';
import type { ChangeRequest } from '../project-record/detail/contract.ts';
import { iso } from '../project-record/rows/queries.ts';
import { requireId, type StoredProject } from '../project-record/subject/queries.ts';
import type { WaitingTurn } from '../workflow/effects.ts';
import {
  deansOf,
  directorsOf,
  type Heads,
  headsOfSchools,
  NO_HEADS,
} from '../workflow/transitions/queries.ts';

type Person = ChangeRequest['author'];

/** A request as stored, with who could decide it now. */
export interface StoredChange {
  readonly id: string;
  readonly section: ChangeSection;
  readonly version: number;
  readonly before: Record<string, unknown>;
  readonly after: Record<string, unknown>;
  readonly reason: string;
  readonly state: ChangeRequest['state'];
  readonly author: Person;
  readonly onBehalfOf: Person | null;
  readonly createdAt: string;
  readonly due: string;
  readonly decidedBy: Person | null;
  readonly decidedAt: string | null;
  readonly answer: string | null;
  readonly directors: Candidate[];
  readonly deans: Candidate[];
  readonly names: Record<string, string>;
}

const personJson = (column: string) => sql`(
  select json_build_object('id', u.id, 'name', u.name) from users u where u.id = ${sql.ref(column)})`;

/** Of the request `c` of the project `p`; `h` are who heads its school now. */
const changeJson = sql`json_build_object(
  'id', c.id, 'section', c.section, 'version', c.version, 'before', c.before, 'after', c.after,
  'reason', c.reason, 'state', c.state, 'author', ${personJson('c.author_id')},
  'onBehalfOf', ${personJson('c.on_behalf_of')}, 'createdAt', ${iso(sql`c.created_at`)},
  'due', ${iso(sql`c.due_at`)}, 'decidedBy', ${personJson('c.decided_by')},
  'decidedAt', ${iso(sql`c.decided_at`)}, 'answer', c.answer, 'directors', h.directors, 'deans', h.deans,
  'names', (select coalesce(json_object_agg(u.id, u.name), '{}') from users u where u.id in (
    select (e ->> 'userId')::uuid from json_array_elements(h.directors) e
    union all select (e ->> 'userId')::uuid from json_array_elements(h.deans) e
    union all select (e ->> 'userId')::uuid from jsonb_array_elements(
      coalesce(c.before -> 'members', '[]') || coalesce(c.after -> 'members', '[]')) e)))`;

const withHeads = sql`cross join lateral (
  select ${directorsOf(sql`p.school_id`)} as directors, ${deansOf(sql`p.school_id`)} as deans) h`;

/** Whether the project `p` ever had one: most never have, and looking who could decide is what costs. */
export const hasChanges = sql`exists (select from change_requests c where c.project_id = p.id)`;

/** All of a project, newest first. */
export async function changesOf(db: Database, projectId: string): Promise<StoredChange[]> {
  const { rows } = await sql<{ found: StoredChange }>`
    select ${changeJson} as found from change_requests c join projects p on p.id = c.project_id ${withHeads}
    where c.project_id = ${projectId} order by c.created_at desc, c.id`.execute(db);
  return rows.map(r => r.found);
}

/** Who decides a request as things stand now. */
export const decidersOf = (
  p: Pick<ProjectSubject, 'partIds'>,
  { section, author, directors, deans }: Pick<StoredChange, 'section' | 'author'> & Heads,
) =>
  changeHolders(section, {
    directors,
    deans,
    authorId: author.id,
    involvedIds: p.partIds,
  });

/** Requests show money and people: they are for those who read all of the project. */
export const showChanges = (
  actor: Actor,
  subject: ProjectSubject,
  sections: StoredProject['sections'],
  stored: readonly StoredChange[],
): ChangeRequest[] =>
  mayReadPrivate(actor, subject) ? stored.map(c => showChange(actor, subject, sections, c)) : [];

/** What the reader is offered in a frozen section. */
export const changeOffer = (actor: Actor, subject: ProjectSubject) =>
  offerOf(can(actor, 'request_change', subject));

function showChange(
  actor: Actor,
  subject: ProjectSubject,
  sections: StoredProject['sections'],
  stored: StoredChange,
): ChangeRequest {
  const { directors: _directors, deans: _deans, due, ...change } = stored;
  const { section, state, author } = stored;
  const current = sections[section];
  const open = state === 'open';
  const { holders, office, why } = decidersOf(subject, stored);
  const request = { authorId: author.id, holderIds: holders.map(h => h.userId), office };
  const verdict = mayDecideChange(actor, subject, request);
  const stale = open && (current?.version ?? 0) !== change.version;
  const people = holders.map(h => ({ id: h.userId, name: change.names[h.userId] ?? '' }));
  return {
    ...change,
    before: stale ? changedPart(section, { ...sectionOf(section).empty, ...current?.data }) : change.before,
    stale,
    version: current?.version ?? 0,
    turn: open
      ? {
          people,
          reviewers: 0,
          office,
          since: change.createdAt,
          due,
          overdue: new Date(due) < subject.now,
          now: true,
          mine: holdsChange(actor, request),
          next: 'Al aceptarla, el cambio queda en la Ficha.',
        }
      : null,
    note: why,
    mayDecide: open && verdict.allowed,
    lastResort: open && verdict.allowed && verdict.lastResort === true,
    refusal: open && !verdict.allowed && !verdict.hidden ? verdict.reason : null,
    mayWithdraw: open && mayWithdrawChange(actor, subject, request),
  };
}

/** One request of a project the reader sees, as the reader may treat it; 404 otherwise. */
export async function readChange(
  db: Database | Transaction,
  actor: Actor,
  project: StoredProject,
  subject: ProjectSubject,
  id: string,
): Promise<ChangeRequest> {
  const { rows } = await sql<{ found: StoredChange }>`
    select ${changeJson} as found from change_requests c join projects p on p.id = c.project_id ${withHeads}
    where c.id = ${requireId(id)} and c.project_id = ${project.id}`.execute(db);
  const [shown] = showChanges(
    actor,
    subject,
    project.sections,
    rows.map(r => r.found),
  );
  if (!shown) throw notFound();
  return shown;
}

/** A request with what tells who decides it. */
interface WaitingRow extends Pick<StoredChange, 'id' | 'section' | 'author' | 'createdAt' | 'due'> {
  readonly project: { id: string; kind: KindSlug; code: string; title: string };
  readonly status: Status;
  readonly partIds: string[];
  readonly schoolId: string | null;
}
interface Waiting {
  readonly waiting: WaitingRow[];
  /** By school, each looked up once. */
  readonly heads: Record<string, Heads>;
}
/** More open requests than an office ever has; what is beyond waits for the first ones to be decided. */
const MOST_WAITING = 1000;

/** Open requests `c` of a project `p` of these schools; of all of them without. */
const OPEN = precompile(sql`change_requests c join projects p on p.id = c.project_id
  where c.state = ${lit.change('open')} and p.status in ${among(CHANGEABLE)}`);
const openIn = (schools: RawBuilder<readonly string[]> | null) =>
  schools ? sql`${OPEN} and p.school_id = any(array(select unnest(${schools}::uuid[])))` : OPEN;

/** Whether there are any, which is seldom: only then it is looked who decides them. */
export const hasOpenChanges = (schools: RawBuilder<readonly string[]> | null) =>
  sql<boolean>`exists (select from ${openIn(schools)})`;

/** Open requests with who decides each, oldest due first. Who heads a school decides, so that is asked once of each. */
async function readWaiting(db: Database, open: RawBuilder<unknown>) {
  const { rows } = await sql<Waiting>`
    with w as materialized (
      select c.id, c.section, c.created_at, c.due_at, c.author_id, p.id as project_id, p.kind, p.code, p.title,
        p.status, p.school_id, ${partIds} as parts
      from ${open} order by c.due_at, c.id limit ${sql.lit(MOST_WAITING)}
    )
    select
      coalesce((select json_agg(json_build_object('id', w.id, 'section', w.section, 'status', w.status,
        'author', json_build_object('id', u.id, 'name', u.name), 'createdAt', ${iso(sql`w.created_at`)},
        'due', ${iso(sql`w.due_at`)}, 'schoolId', w.school_id, 'partIds', w.parts,
        'project', json_build_object('id', w.project_id, 'kind', w.kind, 'code', w.code, 'title', w.title))
        order by w.due_at, w.id) from w join users u on u.id = w.author_id), '[]') as waiting,
      ${headsOfSchools(sql`select school_id from w where section <> 'budget'`)} as heads`.execute(db);
  const { waiting = [], heads = {} } = rows[0] ?? {};
  return waiting.map(row => {
    const { holders, office } = decidersOf(row, { ...row, ...(heads[row.schoolId ?? ''] ?? NO_HEADS) });
    return { ...row, holderIds: holders.map(h => h.userId), office };
  });
}

/** Open requests that wait for the reader, oldest due first. */
export async function waitingChanges(db: Database, actor: Actor): Promise<WaitingRow[]> {
  const schools = headedSchools(actor);
  if (!isAdmin(actor) && schools.length === 0) return [];
  const waiting = await readWaiting(db, openIn(isAdmin(actor) ? null : sql.val(schools)));
  return waiting.filter(({ author, holderIds, office }) =>
    holdsChange(actor, { authorId: author.id, holderIds, office }),
  );
}

/** All that are due before an instant, for reminders. */
export async function dueChanges(db: Database, before: Date): Promise<WaitingTurn[]> {
  const waiting = await readWaiting(db, sql`${OPEN} and c.due_at < ${before}`);
  return waiting.map(({ id, project, status, holderIds: holders, office, createdAt, due }) => ({
    turn: 'change',
    ...{ id, project, status, holders, office },
    ...{ since: new Date(createdAt), due: new Date(due) },
  }));
}

import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import type { ProjectSubject } from '../../../domain/access/subject.ts';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { holderGroup, type Status } from '../../../domain/kinds/statuses.ts';
import { type Candidate, holdersOf } from '../../../domain/workflow/holders.ts';
import {
  arriving,
  type Destination,
  destination,
  type Transition,
} from '../../../domain/workflow/transitions.ts';
import type { StoredProject } from '../../project-record/subject/queries.ts';
import { waitsForReviewer } from '../../project-record/visibility/queries.ts';
import { type Dated, type Place, readDue } from '../due/queries.ts';

/** Who holds a project in a status, until when, and why it went to them when not to its own unit. */
export interface Turn {
  readonly holders: readonly (Candidate & { readonly via: string })[];
  readonly office: boolean;
  readonly dueAt: Date | null;
  readonly note: string | null;
}

export interface Heads {
  readonly directors: readonly Candidate[];
  readonly deans: readonly Candidate[];
}
export const NO_HEADS: Heads = { directors: [], deans: [] };

/** The row `h` of a head `u`, as the candidate for a step: the deputy in their place, where they have one now. */
const CANDIDATE = sql`json_build_object('userId', coalesce(y.deputy_id, u.id),
  'principalId', case when y.deputy_id is null then null else u.id end)`;
const AND_DEPUTY = sql`join users u on u.id = h.user_id and u.state = ${lit.user('active')}
  left join deputies_on(day_in_chile(now())) y on y.principal_id = u.id`;

/** Who decides for the school `id`: its active heads or their deputies, as a JSON column. */
export const directorsOf = (id: RawBuilder<unknown>) => sql<Candidate[]>`coalesce((
  select json_agg(${CANDIDATE}) from school_heads h ${AND_DEPUTY} where h.school_id = ${id}), '[]')`;

/** The same of its faculty. */
export const deansOf = (id: RawBuilder<unknown>) => sql<Candidate[]>`coalesce((
  select json_agg(${CANDIDATE}) from schools s join faculty_heads h on h.faculty_id = s.faculty_id ${AND_DEPUTY}
  where s.id = ${id}), '[]')`;

/** Both of each of these schools, by its id: looked up once of each, as it is what costs. */
export const headsOfSchools = (ids: RawBuilder<unknown>) => sql<Record<string, Heads>>`(
  select coalesce(json_object_agg(i.id, json_build_object(
    'directors', ${directorsOf(sql`i.id`)}, 'deans', ${deansOf(sql`i.id`)})), '{}')
  from (select distinct x.id from (${ids}) x (id) where x.id is not null) i)`;

/** Who may decide for a school. */
export async function headsOf(tx: Database | Transaction, schoolId: string | null): Promise<Heads> {
  const id = sql`${schoolId}::uuid`;
  const { rows } = await sql<Heads>`
    select ${directorsOf(id)} as directors, ${deansOf(id)} as deans`.execute(tx);
  return rows[0] ?? NO_HEADS;
}

type Facts = Dated &
  Pick<StoredProject, 'id' | 'leadId' | 'alternateId' | 'partIds' | 'schoolId' | 'actedAsDirectorIds'>;

/** Whose turn a project is once it stands at `place`. */
export async function turnAt(
  tx: Database | Transaction,
  project: Facts,
  kind: KindDefinition,
  place: Place,
): Promise<Turn> {
  const due = await readDue(tx, project, kind, place);
  const group = holderGroup(place.status, place.subStep);
  if (group === 'lead')
    return { ...NOBODY, holders: [{ userId: project.leadId, principalId: null, via: 'lead' }], dueAt: due };
  if (group === 'reviewers') {
    const holders = await pendingReviewers(tx, project.id);
    return { holders, office: holders.length === 0, dueAt: due, note: null };
  }
  if (group !== 'unit') return { ...NOBODY, office: group === 'office', dueAt: due };
  const step = place.status as 'director_review' | 'dean_review' | 'final_report';
  // Lead and alternate may be those of a change that is being made.
  const involvedIds = [project.leadId, ...project.partIds];
  if (project.alternateId) involvedIds.push(project.alternateId);
  const { holders, office, why } = holdersOf({
    step,
    ...(await headsOf(tx, project.schoolId)),
    involvedIds,
    actedAsDirectorIds: project.actedAsDirectorIds,
  });
  return { holders, office, dueAt: due, note: why };
}

/** Reviewers who have not confirmed yet; while there is none the office has to find some. */
async function pendingReviewers(tx: Database | Transaction, projectId: string): Promise<Turn['holders']> {
  const { rows } = await sql<{ userId: string; principalId: null; via: 'reviewer' }>`
    select r.user_id as "userId", null as "principalId", 'reviewer' as via from reviews r
    where r.project_id = ${projectId} and ${waitsForReviewer}`.execute(tx);
  return rows;
}

const NOBODY: Turn = { holders: [], office: false, dueAt: null, note: null };

interface Step {
  readonly project: StoredProject;
  readonly kind: KindDefinition;
  readonly row: Transition;
  readonly given: { readonly to?: Status | undefined };
}

/** Where a step leads and whose turn it is then: what is written, and what a preview shows. */
export async function nextTurn(
  db: Database | Transaction,
  { project, kind, row, given }: Step,
  subject: ProjectSubject,
  actorId: string | null,
): Promise<{ to: Destination; turn: Turn }> {
  const to = destination(row, subject) ?? arriving(given.to ?? project.status, subject);
  const asDirector = actorId && row.action === 'endorse' && project.status === 'director_review';
  const actedAsDirectorIds = asDirector
    ? [...project.actedAsDirectorIds, actorId, ...inPlaceOf(subject, actorId)]
    : project.actedAsDirectorIds;
  const facts = { ...project, actedAsDirectorIds };
  return { to, turn: await turnAt(db, facts, kind, { ...to, since: subject.now }) };
}

const inPlaceOf = ({ deputies }: ProjectSubject, actorId: string) =>
  deputies.filter(d => d.userId === actorId).map(d => d.principalId);

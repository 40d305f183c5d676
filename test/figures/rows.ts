import { sql } from 'kysely';
import type { ReadSubject } from '../../src/domain/access/subject.ts';
import { isBlind, isOwn } from '../../src/domain/access/visibility.ts';
import type { ActFacts } from '../../src/domain/calls/act.ts';
import type { ReviewState } from '../../src/domain/calls/review-states.ts';
import type { AttendanceGroup, PeopleCounts } from '../../src/domain/execution/people.ts';
import type { Scope } from '../../src/domain/figures/scopes.ts';
import type { Status, SubStep } from '../../src/domain/kinds/statuses.ts';
import { type Actor, headedSchools, isAdmin } from '../../src/domain/kit/actor.ts';
import type { SectionData } from '../../src/domain/sections/index.ts';
import { server } from '../university.ts';

// The base tables as they are, whole, for counting by hand.

export interface Project {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  readonly kind: string;
  readonly status: Status;
  readonly sub_step: SubStep | null;
  readonly period: string | null;
  readonly school_id: string | null;
  readonly call_id: string | null;
  readonly theme_id: string | null;
  readonly lead_id: string;
  readonly alternate_id: string | null;
  readonly historic: boolean;
  readonly submitted_at: string | null;
  readonly status_since: string;
  readonly due_at: string | null;
  readonly start_date: string | null;
  readonly end_date: string | null;
  readonly amount_requested: number | null;
  readonly amount_awarded: number | null;
}
interface Child {
  readonly project_id: string;
}
interface Step {
  readonly status: Status;
  readonly statusSince: string;
  readonly dueAt: string | null;
}
export interface Review extends Child {
  readonly id: string;
  readonly user_id: string;
  readonly state: ReviewState;
  readonly blind: boolean;
  readonly consensus: string | null;
  readonly due_at: string | null;
}

export interface Rows {
  readonly projects: readonly Project[];
  readonly schools: readonly { id: string; name: string; faculty_id: string }[];
  readonly faculties: readonly { id: string; name: string }[];
  readonly calls: readonly { id: string; name: string; state: string }[];
  readonly comunas: readonly { code: string; name: string; region_code: string }[];
  readonly regions: readonly { code: string; short_name: string }[];
  readonly users: readonly { id: string; name: string; email: string }[];
  readonly kind_versions: readonly { slug: string; version: number; definition: { label: string } }[];
  readonly kinds: readonly { slug: string; current_version: number }[];
  readonly organisations: readonly { id: string; name: string; type: string; merged_into: string | null }[];
  readonly project_sections: readonly (Child & { section: string; data: SectionData[keyof SectionData] })[];
  readonly project_members: readonly (Child & { user_id: string })[];
  readonly project_holders: readonly (Child & { user_id: string })[];
  readonly project_parts: readonly (Child & { user_id: string | null; email: string })[];
  readonly project_partners: readonly (Child & { organisation_id: string })[];
  readonly project_comunas: readonly (Child & { comuna_code: string })[];
  readonly project_goals: readonly (Child & { goal: number })[];
  readonly project_history: readonly (Child & {
    id: number;
    at: string;
    action: string;
    before: Partial<Step>;
    undone_at: string | null;
  })[];
  readonly activities: readonly (Child & { id: string; counts: PeopleCounts })[];
  readonly attendances: readonly (Child & {
    activity_id: string;
    people_group: AttendanceGroup;
    person_key: string | null;
  })[];
  readonly reports: readonly (Child & { number: number | null; people: PeopleCounts })[];
  readonly expenses: readonly (Child & { source: string; cost: number; state: string })[];
  readonly payments: readonly (Child & { amount: number })[];
  readonly refunds: readonly (Child & { amount: number; state: string })[];
  readonly indicator_values: readonly (Child & { indicator_id: string; value: number | null })[];
  readonly files: readonly (Child & { document_type: string })[];
  readonly reviews: readonly Review[];
  readonly call_acts: readonly { call_id: string; number: number; facts: Pick<ActFacts, 'rows'> }[];
}
const TABLES = [
  ...['projects', 'schools', 'faculties', 'calls', 'comunas', 'regions', 'users', 'kind_versions', 'kinds'],
  ...['organisations', 'project_sections', 'project_members', 'project_holders', 'project_parts', 'files'],
  ...['project_partners', 'project_comunas', 'project_goals', 'project_history', 'activities', 'attendances'],
  ...['reports', 'expenses', 'payments', 'refunds', 'indicator_values', 'reviews', 'call_acts'],
] as const satisfies readonly (keyof Rows)[];

export async function readRows(): Promise<Rows> {
  const read = async (table: string) => {
    const { rows } = await sql<{ row: object }>`
      select to_jsonb(t) - '{search,search_text}'::text[] as row from ${sql.table(table)} t`.execute(
      server.db,
    );
    return [table, rows.map(({ row }) => row)] as const;
  };
  // Whatever a table has besides what is named above is read, and not looked at.
  return Object.fromEntries(await Promise.all(TABLES.map(read))) as unknown as Rows;
}

/** Rows of a table by the project they are of. */
export const of = <R extends Child>(rows: readonly R[], { id }: Pick<Project, 'id'>): R[] =>
  rows.filter(row => row.project_id === id);

export function sectionOf<S extends keyof SectionData>(
  all: Rows,
  project: Pick<Project, 'id'>,
  section: S,
): SectionData[S] | undefined {
  return of(all.project_sections, project).find(row => row.section === section)?.data as
    | SectionData[S]
    | undefined;
}

/** Who is what to a project, as the domain asks. */
export function subjectOf(all: Rows, p: Project): ReadSubject {
  const reviews = of(all.reviews, p).filter(r => ['invited', 'accepted', 'confirmed'].includes(r.state));
  return {
    ...{ status: p.status, leadId: p.lead_id, alternateId: p.alternate_id, schoolId: p.school_id },
    memberIds: of(all.project_members, p).map(m => m.user_id),
    holderIds: of(all.project_holders, p).map(h => h.user_id),
    reviewerIds: reviews.map(r => r.user_id),
    invitedIds: reviews.filter(r => r.state === 'invited').map(r => r.user_id),
    blindIds: reviews.filter(r => r.blind).map(r => r.user_id),
    submittedAt: p.submitted_at === null ? null : new Date(p.submitted_at),
  };
}

/** The projects of a scope by the rules of the domain. */
export function projectsIn(all: Rows, scope: Scope, actor: Actor): Project[] {
  if (scope === 'reviews')
    return all.projects.filter(p => of(all.reviews, p).some(r => r.user_id === actor.id));
  const holds = {
    all: () => isAdmin(actor),
    units: (s: ReadSubject) =>
      s.submittedAt !== null && s.schoolId !== null && headedSchools(actor).includes(s.schoolId),
    mine: (s: ReadSubject) => isOwn(actor, s),
  }[scope];
  return all.projects.filter(p => {
    const subject = subjectOf(all, p);
    return holds(subject) && !isBlind(actor, subject);
  });
}

import type { UserState } from './user-states.ts';

export const ROLES = ['Academic', 'Admin', 'Dean', 'Director', 'Reviewer'] as const;
export type Role = (typeof ROLES)[number];

/** The words for a role, those of the office a person holds. */
export const ROLE_LABELS: Record<Role, string> = {
  Academic: 'Academia',
  Admin: 'Administración',
  Dean: 'Decanato',
  Director: 'Dirección',
  Reviewer: 'Evaluación',
};

/** Who asks: the signed-in person with everything a permission depends on. Ids are UUIDs. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly state: Exclude<UserState, 'blocked'>;
  readonly homeSchoolId: string | null;
  /** Schools this person directs, deputies' included. */
  readonly directs: readonly string[];
  /** Faculties this person heads as dean. */
  readonly heads: readonly string[];
  /** All schools of those faculties. */
  readonly headsSchools: readonly string[];
  /** Leads a project, or is its alternate, of which something may still be filled in. */
  readonly fillsIn: boolean;
}

export const isAcademic = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Academic');
export const isAdmin = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Admin');
export const isDean = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Dean');
export const isDirector = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Director');
export const isReviewer = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Reviewer');

/** The office, and who heads a unit. */
export const looksAfter = (actor: Pick<Actor, 'roles'>) =>
  isAdmin(actor) || isDirector(actor) || isDean(actor);

/** Schools that this person heads, as their director or as dean of their faculty; each once. */
export const headedSchools = (actor: Pick<Actor, 'directs' | 'headsSchools'>): string[] => [
  ...new Set([...actor.directs, ...actor.headsSchools]),
];

/**
 * Somebody from outside: no role, or none but the reviewer's. They start no project, choose from no directory and stand
 * in for nobody. The SQL twin is `only_reviews`, and a test compares the two.
 */
export const onlyReviews = (actor: Pick<Actor, 'roles'>) => actor.roles.every(role => role === 'Reviewer');

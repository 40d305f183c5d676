export const ROLES = ['Academic', 'Admin', 'Dean', 'Director', 'Reviewer'] as const;
export type Role = (typeof ROLES)[number];

/** Who asks: the signed-in person with everything a permission depends on. Ids are UUIDs. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly state: 'active' | 'pending';
  readonly homeSchoolId: string | null;
  /** Schools this person directs, deputies' included. */
  readonly directs: readonly string[];
  /** Faculties this person heads as dean. */
  readonly heads: readonly string[];
  /** All schools of those faculties. */
  readonly headsSchools: readonly string[];
}

export const isAcademic = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Academic');
export const isAdmin = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Admin');
export const isDean = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Dean');
export const isDirector = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Director');
export const isReviewer = (actor: Pick<Actor, 'roles'>) => actor.roles.includes('Reviewer');

/**
 * What an endpoint asks of its caller before any row is looked at.
 * `public` nobody signed in; `session` anybody signed in, pending included; `active` an enabled account; the rest by role.
 */
export const PERMISSIONS = {
  public: () => true,
  session: () => true,
  active: actor => actor.state === 'active',
  'projects.create': actor => isAcademic(actor) || isDirector(actor) || isDean(actor) || isAdmin(actor),
  'catalogues.read': actor => isAdmin(actor) || isDirector(actor) || isDean(actor),
  'catalogues.manage': isAdmin,
  'people.manage': isAdmin,
  'system.read': isAdmin,
} as const satisfies Record<string, (actor: Actor) => boolean>;

export type Permission = keyof typeof PERMISSIONS;

/** The words that complete "No tienes permiso para …". */
export const PERMISSION_LABELS: Record<Permission, string> = {
  public: 'ver esta página',
  session: 'ver esta página',
  active: 'usar esta función',
  'projects.create': 'crear proyectos',
  'catalogues.read': 'ver los catálogos',
  'catalogues.manage': 'administrar los catálogos',
  'people.manage': 'administrar personas',
  'system.read': 'ver el estado del sistema',
};

import {
  type Actor,
  headedSchools,
  isAdmin,
  isDean,
  isDirector,
  isReviewer,
  onlyReviews,
} from '../kit/actor.ts';

/** Of whose projects a dashboard tells: the widest first. */
export const SCOPES = {
  all: 'Toda la universidad',
  units: 'Mis unidades',
  mine: 'Mis proyectos',
  reviews: 'Mis evaluaciones',
} as const;
export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];

type Roles = Pick<Actor, 'roles'>;

const OFFERED: Record<Scope, (actor: Actor) => boolean> = {
  all: isAdmin,
  units: actor => headedSchools(actor).length > 0,
  mine: actor => !onlyReviews(actor),
  reviews: isReviewer,
};

/** Those that somebody may ask for, the widest first. */
export const scopesOf = (actor: Actor): Scope[] => SCOPE_NAMES.filter(scope => OFFERED[scope](actor));

const LIKELY: Record<Scope, (who: Roles) => boolean> = {
  all: isAdmin,
  units: who => isDirector(who) || isDean(who),
  mine: who => !onlyReviews(who),
  reviews: isReviewer,
};

/** The same by the roles alone, which a browser knows before it has asked; who heads no unit yet has one less. */
export const likelyScopes = (who: Roles): Scope[] => SCOPE_NAMES.filter(scope => LIKELY[scope](who));

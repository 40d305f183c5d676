import { type Actor, headedSchools, isAdmin, isReviewer, onlyReviews } from '../kit/actor.ts';

/** Of whose projects a dashboard tells: the widest first. */
export const SCOPES = {
  all: 'Toda la universidad',
  units: 'Mis unidades',
  mine: 'Mis proyectos',
  reviews: 'Mis evaluaciones',
} as const;
export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];

const OFFERED: Record<Scope, (actor: Actor) => boolean> = {
  all: isAdmin,
  units: actor => headedSchools(actor).length > 0,
  mine: actor => !onlyReviews(actor),
  reviews: isReviewer,
};

/** Those that somebody may ask for, the widest first. */
export const scopesOf = (actor: Actor): Scope[] => SCOPE_NAMES.filter(scope => OFFERED[scope](actor));

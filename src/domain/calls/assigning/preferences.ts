import { keysOf } from '../../kit/look-up.ts';

/** What a reviewer answers of a proposal before reviewers are assigned; `said` completes who it is in the assignment. */
export const PREFERENCES = {
  want: { label: 'Quiero evaluarla', said: 'quiere evaluarla' },
  can: { label: 'Puedo evaluarla', said: 'puede evaluarla' },
  no: { label: 'Prefiero no', said: 'prefiere no evaluarla' },
  conflict: { label: 'Tengo conflicto de interés', said: 'declaró un conflicto de interés' },
} as const;
export type Preference = keyof typeof PREFERENCES;
export const PREFERENCE_SLUGS = keysOf(PREFERENCES);

/** By person. */
export type PreferencesOf = Readonly<Record<string, Preference>>;

/** Whoever would rather not: an aim of its own, so that no number of wishes is worth one of them. */
export const isUnwilling = (preference: Preference | null): boolean => preference === 'no';

const LIKED: readonly (Preference | null)[] = ['want', 'can', null, 'no', 'conflict'];
/** Best first: 0 who wants to, 1 who can, 2 who did not say, then who would rather not. */
export const rankOf = (preference: Preference | null): number => LIKED.indexOf(preference);
/** What a pair costs among those who did not say no. */
export const wishCost = (preference: Preference | null): number => Math.min(rankOf(preference), rankOf(null));

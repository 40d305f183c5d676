import { z } from 'zod';
import { keysOf } from '../kit/look-up.ts';

/** Where one person's review of a proposal stands, and whether it is waited for, done or not to come. */
const STANDINGS = {
  invited: 'waiting',
  accepted: 'waiting',
  confirmed: 'done',
  declined: 'off',
  conflict: 'off',
  replaced: 'off',
} as const;
export type ReviewState = keyof typeof STANDINGS;
export const REVIEW_STATES = keysOf(STANDINGS);
export const reviewState = z.enum(REVIEW_STATES);
export const REVIEW_STATE_LABELS: Readonly<Record<ReviewState, string>> = {
  invited: 'Invitación enviada',
  accepted: 'En curso',
  confirmed: 'Confirmada',
  declined: 'Invitación rechazada',
  conflict: 'En conflicto',
  replaced: 'Con reemplazo',
};

/** Reviews still to come. */
export const WAITING_REVIEWS = REVIEW_STATES.filter(s => STANDINGS[s] === 'waiting');
/** Reviews that are there or still to come: whose authors know the proposal. */
export const ACTIVE_REVIEWS = REVIEW_STATES.filter(s => STANDINGS[s] !== 'off');
/** Reviews whose authors have declared, and so may read the proposal. */
export const READING_REVIEWS = ACTIVE_REVIEWS.filter(s => s !== 'invited');

/** What a confirmed review has answered to a consensus: nothing yet, that it is being revised, that it stays, a new one. */
export const CONSENSUS_ANSWERS = ['asked', 'revising', 'kept', 'revised'] as const;
export const consensusAnswer = z.enum(CONSENSUS_ANSWERS);
export type ConsensusAnswer = z.infer<typeof consensusAnswer>;
export const CONSENSUS_LABELS: Readonly<Record<ConsensusAnswer, string>> = {
  asked: 'Compara con la otra',
  revising: 'La está revisando',
  kept: 'La mantuvo',
  revised: 'La revisó',
};

interface Review {
  readonly state: ReviewState;
}
export const isInvited = ({ state }: Review): boolean => state === 'invited';
export const isConfirmed = ({ state }: Review): boolean => state === 'confirmed';
export const isActiveReview = ({ state }: Review): boolean => ACTIVE_REVIEWS.includes(state);

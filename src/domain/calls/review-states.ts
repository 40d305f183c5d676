import { z } from 'zod';

/** Where one person's review of a proposal stands. */
export const REVIEW_STATES = [
  'invited',
  'accepted',
  'confirmed',
  'declined',
  'conflict',
  'replaced',
] as const;
export const reviewState = z.enum(REVIEW_STATES);
export type ReviewState = z.infer<typeof reviewState>;

import { z } from 'zod';
import { ROLES } from './permissions.ts';

/** Signed-in user as the sign-in calls return it (specification §3). */
export const sessionUser = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
});
export type SessionUser = z.infer<typeof sessionUser>;

export const PROVIDERS = ['microsoft', 'google'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Session token: 60 minutes, renewals up to 12 hours after the sign-in; a replaced one stays valid 2 minutes. In ms. */
export const SESSION = {
  lifetime: 60 * 60_000,
  longest: 12 * 60 * 60_000,
  grace: 2 * 60_000,
  renewal: 1_800_000,
  cache: 5_000,
} as const;

import { z } from 'zod';
import { ROLES } from './actor.ts';

/** Signed-in user as the sign-in calls return it (specification §3). */
export const sessionUser = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.enum(ROLES)),
});
export type SessionUser = z.infer<typeof sessionUser>;

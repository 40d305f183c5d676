import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { PROVIDERS } from '../../../domain/settings/providers.ts';
import { id, instant } from '../../../domain/text/rules.ts';

const ownSessions = z.object({
  /** The one that asks, then the last used first. */
  sessions: z.array(
    z.object({
      id,
      provider: z.enum(PROVIDERS),
      /** Browser and system, e.g. `Chrome en Windows`; empty when not told. */
      device: z.string(),
      signedInAt: instant,
      /** A window that is open renews its session every half hour. */
      renewedAt: instant,
      /** The one that asks. */
      current: z.boolean(),
    }),
  ),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  permission: 'active',
  summary: 'Open sessions of the signed-in person',
  output: ownSessions,
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  permission: 'active',
  summary: 'End another session of the signed-in person',
  params: z.object({ id }),
  output: ownSessions,
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/auth/sessions',
  permission: 'active',
  summary: 'End all sessions of the signed-in person but this one',
  output: ownSessions,
});

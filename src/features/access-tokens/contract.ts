import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { keysOf } from '../../domain/kit/look-up.ts';
import { TOKEN_SCOPES } from '../../domain/kit/permissions.ts';
import { id, instant, optionOf, thingName } from '../../domain/text/rules.ts';

export const MOST_TOKENS = 10;

/** For how long a token holds, in days. None holds for ever: one that was forgotten somewhere ends by itself. */
export const TOKEN_LIFETIMES = [
  { value: '30', label: '30 días' },
  { value: '90', label: '90 días' },
  { value: '365', label: 'Un año' },
] as const;

export const tokenFields = z.object({
  name: thingName(100, 1),
  scopes: z
    .array(z.enum(keysOf(TOKEN_SCOPES)))
    .min(1, 'Elige al menos uno.')
    .max(20),
  days: optionOf(TOKEN_LIFETIMES),
});

const token = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(keysOf(TOKEN_SCOPES))),
  createdAt: instant,
  expiresAt: instant,
  expired: z.boolean(),
  /** To the minute; null where no program has used it. */
  lastUsedAt: instant.nullable(),
});
export type AccessToken = z.infer<typeof token>;

export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/access-tokens',
  permission: 'active',
  summary: 'Access tokens of the signed-in person, the latest first',
  output: z.object({ tokens: z.array(token) }),
});

/** The token is answered once: only its hash is kept. */
export const createAccessToken = endpoint({
  method: 'POST',
  path: '/access-tokens',
  permission: 'active',
  summary: 'Make an access token; 422 with a name that is taken, or beyond ten of them',
  body: tokenFields,
  output: token.extend({ token: z.string() }),
});

export const revokeAccessToken = endpoint({
  method: 'DELETE',
  path: '/access-tokens/:id',
  permission: 'active',
  summary: 'End an access token; downloads under way with it break off',
  params: z.object({ id }),
  output: z.object({ id }),
});

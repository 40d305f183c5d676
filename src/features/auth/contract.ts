import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { sessionUser } from '../../domain/kit/session.ts';
import { USER_STATE_SLUGS } from '../../domain/kit/user-states.ts';
import { PROVIDERS } from '../../domain/settings/providers.ts';
import { id, instant } from '../../domain/text/rules.ts';

// Compared with what the token says, never stored: lengths only keep a request within reason.
const field = z.string().max(2000);
const idToken = z.string().min(1).max(20_000);

/** The fields of MSAL's account that the specification sends (§3, §7). */
const microsoftAccount = z.object({
  authorityType: field,
  environment: field,
  homeAccountId: field,
  idToken,
  localAccountId: field,
  name: field,
  tenantId: field,
  username: field,
});
export type MicrosoftAccount = z.infer<typeof microsoftAccount>;

/** What Google Identity Services hands to its callback; `credential` is the ID token. */
const googleAccount = z.object({
  credential: idToken,
  select_by: field.optional(),
  clientId: field.optional(),
  client_id: field.optional(),
});
export type GoogleAccount = z.infer<typeof googleAccount>;

// Verified before anything is known of the sender.
const SIGN_IN_BYTES = 64 * 1024;

const signedIn = z.object({ token: z.string(), user: sessionUser });

/** Without a session token a sign-in; with one its renewal, refused when that session is over. */
export const signInWithMicrosoft = endpoint({
  method: 'POST',
  path: '/auth/microsoft',
  permission: 'public',
  summary: 'Sign in with a Microsoft account, or renew the session',
  body: microsoftAccount,
  output: signedIn,
  maxBytes: SIGN_IN_BYTES,
});

/** As with Microsoft; a renewal also takes the person's expired ID token. */
export const signInWithGoogle = endpoint({
  method: 'POST',
  path: '/auth/google',
  permission: 'public',
  summary: 'Sign in with a Google account, or renew the session',
  body: googleAccount,
  output: signedIn,
  maxBytes: SIGN_IN_BYTES,
});

export const signOut = endpoint({
  method: 'POST',
  path: '/auth/logout',
  permission: 'session',
  summary: 'End this session',
  output: z.object({}),
});

export const getMe = endpoint({
  method: 'GET',
  path: '/auth/me',
  permission: 'session',
  summary: 'Who is signed in',
  output: z.object({
    user: sessionUser,
    /** `pending`: the office has not enabled the account yet. */
    state: z.enum(USER_STATE_SLUGS).exclude(['blocked']),
    provider: z.enum(PROVIDERS),
    signedInAt: instant,
    /** End of this token; renewing it gives a later one, up to 12 hours after `signedInAt`. */
    expiresAt: instant,
  }),
});

const linkedAccounts = z.object({
  accounts: z.array(
    z.object({
      id,
      provider: z.enum(PROVIDERS),
      /** Null when the provider does not answer for it. */
      email: z.string().nullable(),
      linkedAt: instant,
      /** The one this session was opened with; it cannot be unlinked. */
      current: z.boolean(),
    }),
  ),
});

export const listAccounts = endpoint({
  method: 'GET',
  path: '/auth/accounts',
  permission: 'active',
  summary: 'Sign-in accounts of the signed-in person',
  output: linkedAccounts,
});

export const linkAccount = endpoint({
  method: 'POST',
  path: '/auth/link',
  permission: 'active',
  summary: 'Link another sign-in account to the signed-in person',
  body: z.discriminatedUnion('provider', [
    z.object({ provider: z.literal('microsoft'), account: microsoftAccount }),
    z.object({ provider: z.literal('google'), account: googleAccount }),
  ]),
  output: linkedAccounts,
});

export const unlinkAccount = endpoint({
  method: 'DELETE',
  path: '/auth/accounts/:id',
  permission: 'active',
  summary: 'Unlink a sign-in account',
  params: z.object({ id }),
  output: linkedAccounts,
});

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../domain/kit/problem.ts';
import type { Deps } from '../../server/deps.ts';
import type { Env } from '../../server/env.ts';
import { describeDevice } from '../../server/http/device.ts';
import { createLimit, limitRefused } from '../../server/http/limits.ts';
import { serve } from '../../server/http/serve.ts';
import { bearerOf } from '../../server/sign-in/known-tokens.ts';
import { isLoopbackHost } from '../../server/sign-in/providers.ts';
import { requireSession } from '../../server/sign-in/session.ts';
import type { GoogleIdentity, MicrosoftIdentity, Verifier } from '../../server/sign-in/verify.ts';
import { linkAccount, signIn, signOut, unlinkAccount } from './commands.ts';
import * as contract from './contract.ts';
import { ownSessionRoutes } from './own-sessions/routes.ts';
import { readAccounts } from './queries.ts';

const disagrees = () =>
  new AppError(
    'unauthenticated',
    'Los datos de tu cuenta no coinciden con tu ingreso. Inicia sesión nuevamente.',
  );

const MICROSOFT_ENVIRONMENTS = [
  'login.microsoftonline.com',
  'login.windows.net',
  'login.microsoft.com',
  'sts.windows.net',
];

/** Everything posted beside the token must say what the token says; only the token is believed. */
async function identifyMicrosoft(
  verifier: Verifier,
  env: Env,
  posted: contract.MicrosoftAccount,
): Promise<MicrosoftIdentity> {
  const identity = await verifier.microsoft(posted.idToken);
  const { oid, tid, username, name, guest } = identity.claims;
  const home = posted.homeAccountId;
  const agrees =
    posted.authorityType === 'MSSTS' &&
    (env.demo ? isLoopbackHost(posted.environment) : MICROSOFT_ENVIRONMENTS.includes(posted.environment)) &&
    posted.localAccountId === oid &&
    posted.tenantId === tid &&
    posted.username === username &&
    // Where the token has no name, MSAL leaves it empty and the application shows the address.
    [name, name || username].includes(posted.name) &&
    // A guest's home is another tenant, which the token does not name.
    (guest ? /^[\w-]+\.[\w-]+$/.test(home) : home === `${oid}.${tid}`);
  if (!agrees) throw disagrees();
  return identity;
}

async function identifyGoogle(
  verifier: Verifier,
  posted: contract.GoogleAccount,
  acceptExpired: boolean,
): Promise<GoogleIdentity> {
  const identity = await verifier.google(posted.credential, { acceptExpired });
  for (const clientId of [posted.clientId, posted.client_id])
    if (clientId !== undefined && clientId !== verifier.googleAudience) throw disagrees();
  return identity;
}

/** Null without the header; a malformed one is the token of no session. */
const tokenOf = ({ headers }: FastifyRequest) =>
  headers.authorization === undefined ? null : (bearerOf(headers.authorization) ?? '');

export function authRoutes(api: FastifyInstance, deps: Deps, verifier: Verifier): void {
  api.register(async scope => signInRoutes(scope, deps, verifier));
  sessionRoutes(api, deps);
  ownSessionRoutes(api, deps);
  accountRoutes(api, deps, verifier);
}

/** Sign-ins and renewals of one account in a minute, as a share of what one session may ask. */
const ACCOUNT_SHARE = 1 / 20;
/** What is refused of one address in a minute, as such a share. Right tokens are not counted there: a campus shares one. */
const REFUSED_SHARE = 1 / 2;

function signInRoutes(scope: FastifyInstance, { db, env }: Deps, verifier: Verifier): void {
  limitRefused(scope, Math.ceil(env.rateLimit * REFUSED_SHARE));
  const countAccount = createLimit(scope, Math.ceil(env.rateLimit * ACCOUNT_SHARE));
  const open = async (request: FastifyRequest, identity: MicrosoftIdentity | GoogleIdentity) => {
    await countAccount(request, `${identity.provider} ${identity.tenant} ${identity.subject}`);
    const expired = 'expired' in identity && identity.expired;
    const context = { db, adminEmails: env.adminEmails, requestId: request.id };
    const device = describeDevice(request.headers['user-agent']);
    return signIn(context, { identity, expired, token: tokenOf(request), device });
  };
  serve(
    scope,
    contract.signInWithMicrosoft,
    async ({ body, request }) => open(request, await identifyMicrosoft(verifier, env, body)),
    { counted: false },
  );
  serve(
    scope,
    contract.signInWithGoogle,
    async ({ body, request }) =>
      open(request, await identifyGoogle(verifier, body, tokenOf(request) !== null)),
    { counted: false },
  );
}

function sessionRoutes(api: FastifyInstance, { db, sessions }: Deps): void {
  serve(api, contract.signOut, async ({ request }) => {
    const session = requireSession(request);
    await signOut(db, session);
    sessions.end(session.id);
    return {};
  });
  serve(api, contract.getMe, async ({ actor, request }) => {
    const session = requireSession(request);
    const { id, email, name, roles, state } = actor;
    return {
      user: { id, email, name, roles: [...roles] },
      state,
      provider: session.provider,
      signedInAt: session.signedInAt.toISOString(),
      expiresAt: session.expiresAt.toISOString(),
    };
  });
}

function accountRoutes(api: FastifyInstance, { db, env, sessions }: Deps, verifier: Verifier): void {
  serve(api, contract.listAccounts, async ({ actor, request }) =>
    readAccounts(db, actor.id, requireSession(request).accountId),
  );
  serve(api, contract.linkAccount, async ({ actor, body, request }) => {
    const identity =
      body.provider === 'microsoft'
        ? await identifyMicrosoft(verifier, env, body.account)
        : await identifyGoogle(verifier, body.account, false);
    const context = { db, actor, requestId: request.id };
    return linkAccount(context, { identity, currentId: requireSession(request).accountId });
  });
  serve(api, contract.unlinkAccount, async ({ actor, params, request }) => {
    const { ended, accounts } = await unlinkAccount(
      { db, actor, requestId: request.id },
      { accountId: params.id, currentId: requireSession(request).accountId },
    );
    for (const session of ended) sessions.end(session);
    return accounts;
  });
}

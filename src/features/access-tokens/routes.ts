import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { createToken, revokeToken } from './commands.ts';
import * as contract from './contract.ts';
import { accessTokensOf } from './queries.ts';

/** Without a scope themselves: no token makes or ends another. */
export function accessTokenRoutes(api: FastifyInstance, { db, accessTokens }: Deps): void {
  serve(api, contract.listAccessTokens, async ({ actor }) => ({
    tokens: await accessTokensOf(db, actor.id),
  }));
  serve(api, contract.createAccessToken, ({ actor, body, request }) =>
    createToken({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.revokeAccessToken, async ({ actor, params, request }) => {
    const revoked = await revokeToken({ db, actor, requestId: request.id }, params.id);
    accessTokens.end(revoked.id);
    return revoked;
  });
}

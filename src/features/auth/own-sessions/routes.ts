import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { requireSession } from '../../../server/sign-in/session.ts';
import { endSessions } from './commands.ts';
import * as contract from './contract.ts';
import { ownSessions } from './queries.ts';

export function ownSessionRoutes(api: FastifyInstance, { db, sessions }: Deps): void {
  const endOthers = async (request: FastifyRequest, actor: Actor, id?: string) => {
    const currentId = requireSession(request).id;
    const { ended, left } = await endSessions(
      { db, actor, requestId: request.id },
      { currentId, ...(id && { id }) },
    );
    for (const session of ended) sessions.end(session);
    return left;
  };
  serve(api, contract.listSessions, ({ actor, request }) =>
    ownSessions(db, actor.id, requireSession(request).id),
  );
  serve(api, contract.endSession, ({ actor, params, request }) => endOthers(request, actor, params.id));
  serve(api, contract.endOtherSessions, ({ actor, request }) => endOthers(request, actor));
}

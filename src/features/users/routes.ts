import type { FastifyInstance } from 'fastify';
import { serveCatalogue } from '../../server/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/serve.ts';
import { changeUserState, userCommands } from './commands.ts';
import { setUserState, users } from './contract.ts';
import { findUser, listUsers } from './queries.ts';

export function userRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, users, userCommands, { list: listUsers, find: findUser });
  serve(api, setUserState, ({ actor, params, body, request }) =>
    changeUserState({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
}

import type { FastifyInstance } from 'fastify';
import { serveBulk } from '../../server/commands/bulk.ts';
import { serveCatalogue } from '../../server/commands/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { changeUserState, moveHome, setRole, setStateOf, userCommands } from './commands.ts';
import { giveRole, inviteUser, moveUsers, setStateOfUsers, setUserState, users } from './contract.ts';
import { inviteAgain } from './invitations/commands.ts';
import { mergeUsers } from './merge/commands.ts';
import * as merge from './merge/contract.ts';
import { mergePreview } from './merge/queries.ts';
import { findUser, USER_COLUMNS, userList } from './queries.ts';

export function userRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, users, userCommands, {
    list: userList,
    name: 'personas',
    columns: USER_COLUMNS,
    find: findUser,
  });
  serve(api, setUserState, ({ actor, params, body, request }) =>
    changeUserState({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
  serveBulk(api, db, setStateOfUsers, setStateOf);
  serveBulk(api, db, moveUsers, moveHome);
  serveBulk(api, db, giveRole, setRole);
  serve(api, inviteUser, ({ actor, params, request }) =>
    inviteAgain({ db, actor, requestId: request.id }, params.id),
  );
  serve(api, merge.previewMerge, ({ actor, params, query }) =>
    mergePreview(db, actor, params.id, query.into),
  );
  serve(api, merge.mergeUsers, ({ actor, params, body, request }) =>
    mergeUsers({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
}

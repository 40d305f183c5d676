import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import { askerOf, inTurn } from '../../../server/http/turns.ts';
import { findUser } from '../../users/queries.ts';
import * as commands from './commands.ts';
import { anonymiseUser, exportOwn, exportPerson, getOwnRegister, getRegister } from './contract.ts';
import { registerOf } from './queries.ts';

export function personalDataRoutes(api: FastifyInstance, { db, env }: Deps): void {
  serve(api, getRegister, async ({ actor, params }) => {
    await findUser(db, actor, params.id);
    return registerOf(db, actor, params.id);
  });
  serve(api, exportPerson, ({ actor, params, request, reply }) =>
    inTurn('export', askerOf({ actor, reply }), () =>
      commands.exportPerson({ db, actor, requestId: request.id }, { id: params.id, sender: env }),
    ),
  );
  serve(api, anonymiseUser, ({ actor, params, body, request }) =>
    commands.anonymiseUser({ db, actor, requestId: request.id }, { id: params.id, ...body }),
  );
  serve(api, getOwnRegister, ({ actor }) => registerOf(db, actor, actor.id));
  serve(api, exportOwn, ({ actor, request, reply }) =>
    inTurn('export', askerOf({ actor, reply }), () =>
      commands.exportOwn({ db, actor, requestId: request.id }, env),
    ),
  );
}

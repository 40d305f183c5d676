import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../server/deps.ts';
import { serve } from '../../../server/http/serve.ts';
import * as commands from './commands.ts';
import {
  askPreferences,
  endPreferences,
  getPreferences,
  getRound,
  listRounds,
  savePreference,
} from './contract.ts';
import { ownPreferences, ownRounds, roundOf } from './queries.ts';

export function preferenceRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, getRound, ({ actor, params }) => roundOf(db, actor, params.call, new Date()));
  serve(api, askPreferences, ({ actor, params, body, request }) =>
    commands.askPreferences({ db, actor, requestId: request.id }, { ...params, given: body }),
  );
  serve(api, endPreferences, ({ actor, params, body, request }) =>
    commands.endPreferences({ db, actor, requestId: request.id }, { ...params, given: body }),
  );
  serve(api, listRounds, ({ actor }) => ownRounds(db, actor));
  serve(api, getPreferences, ({ actor, params }) => ownPreferences(db, actor, params.call));
  serve(api, savePreference, ({ actor, params, body, request }) =>
    commands.savePreference({ db, actor, requestId: request.id }, { ...params, given: body }),
  );
}

import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { requireSession } from '../../server/sign-in/session.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as activities from './commands.ts';
import * as contract from './contract.ts';
import { saveDeliverable } from './deliverables/commands.ts';
import * as meetings from './meetings/commands.ts';
import { activityDetail, projectExecution } from './queries.ts';

export function executionRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.getExecution, async ({ actor, params }) =>
    projectExecution(db, actor, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, contract.getActivity, async ({ actor, params, request }) =>
    activityDetail(
      db,
      { actor, session: requireSession(request) },
      { ...params, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.recordActivity, async ({ actor, params, body: given, request }) =>
    activities.recordActivity(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.saveActivity, async ({ actor, params, body: given, request }) =>
    activities.saveActivity(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.removeActivity, async ({ actor, params, request }) =>
    activities.removeActivity(
      { db, actor, requestId: request.id },
      { ...params, kinds: await kindLookup(db) },
    ),
  );
  meetingRoutes(api, { db });
}

function meetingRoutes(api: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  serve(api, contract.recordMeeting, async ({ actor, params, body: given, request }) =>
    meetings.recordMeeting(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.saveMeeting, async ({ actor, params, body: given, request }) =>
    meetings.saveMeeting(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.removeMeeting, async ({ actor, params, request }) =>
    meetings.removeMeeting({ db, actor, requestId: request.id }, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, contract.settleActionItem, async ({ actor, params, body, request }) =>
    meetings.settleActionItem(
      { db, actor, requestId: request.id },
      { ...params, ...body, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.saveDeliverable, async ({ actor, params, body: given, request }) =>
    saveDeliverable({ db, actor, requestId: request.id }, { ...params, given, kinds: await kindLookup(db) }),
  );
}

import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { kindLookup } from '../kinds/queries.ts';
import * as measurements from './commands.ts';
import * as contract from './contract.ts';
import { readIndicators } from './queries.ts';

export function indicatorRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.getIndicators, async ({ actor, params }) =>
    readIndicators(db, actor, { ...params, kinds: await kindLookup(db) }),
  );
  serve(api, contract.recordMeasurement, async ({ actor, params, body: given, request }) =>
    measurements.recordMeasurement(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.saveMeasurement, async ({ actor, params, body: given, request }) =>
    measurements.saveMeasurement(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.removeMeasurement, async ({ actor, params, request }) =>
    measurements.removeMeasurement(
      { db, actor, requestId: request.id },
      { ...params, kinds: await kindLookup(db) },
    ),
  );
  serve(api, contract.decideMeasurements, async ({ actor, params, body: given, request }) =>
    measurements.decideMeasurements(
      { db, actor, requestId: request.id },
      { ...params, given, kinds: await kindLookup(db) },
    ),
  );
}

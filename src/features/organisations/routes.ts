import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { addOrganisation } from './commands.ts';
import { createOrganisation, findSimilarOrganisations } from './contract.ts';
import { similarOrganisations } from './queries.ts';

export function organisationRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, findSimilarOrganisations, ({ actor, query }) => similarOrganisations(db, actor, query));
  serve(api, createOrganisation, ({ actor, body, request }) =>
    addOrganisation({ db, actor, requestId: request.id }, body),
  );
}

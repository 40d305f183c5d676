import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/deps.ts';
import { serve } from '../../server/http/serve.ts';
import { addOrganisation, organisationCommands } from './commands.ts';
import * as contract from './contract.ts';
import { findOrganisation, similarOrganisations } from './queries.ts';

export function organisationRoutes(api: FastifyInstance, { db }: Deps): void {
  serve(api, contract.findSimilarOrganisations, ({ actor, query }) => similarOrganisations(db, actor, query));
  serve(api, contract.createOrganisation, ({ actor, body, request }) =>
    addOrganisation({ db, actor, requestId: request.id }, body),
  );
  serve(api, contract.getOrganisation, ({ actor, params }) => findOrganisation(db, actor, params.id));
  serve(api, contract.updateOrganisation, ({ actor, params, body, request }) =>
    organisationCommands.update({ db, actor, requestId: request.id }, { ...params, fields: body }),
  );
  serve(api, contract.setOrganisationActive, ({ actor, params, body, request }) =>
    organisationCommands.setActive({ db, actor, requestId: request.id }, { ...params, ...body }),
  );
  serve(api, contract.removeOrganisation, ({ actor, params, request }) =>
    organisationCommands.remove({ db, actor, requestId: request.id }, params.id),
  );
}

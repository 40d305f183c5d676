import type { FastifyInstance } from 'fastify';
import { serveActivation, serveCatalogue } from '../../../server/catalogue.ts';
import type { Deps } from '../../../server/deps.ts';
import { offeringCommands } from './commands.ts';
import { offerings, setOfferingActive } from './contract.ts';
import { findOffering, OFFERING_COLUMNS, offeringList } from './queries.ts';

export function offeringRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, offerings, offeringCommands, {
    list: offeringList,
    name: 'secciones',
    columns: OFFERING_COLUMNS,
    find: findOffering,
  });
  serveActivation(api, db, setOfferingActive, offeringCommands);
}

import type { FastifyInstance } from 'fastify';
import { serveBulk } from '../../../server/commands/bulk.ts';
import { serveActivation, serveCatalogue } from '../../../server/commands/catalogue.ts';
import type { Deps } from '../../../server/deps.ts';
import { moveToPeriod, offeringCommands, setTeacher } from './commands.ts';
import {
  assignTeacher,
  moveOfferings,
  offerings,
  setActiveOfOfferings,
  setOfferingActive,
} from './contract.ts';
import { findOffering, OFFERING_COLUMNS, offeringList } from './queries.ts';

export function offeringRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, offerings, offeringCommands, {
    list: offeringList,
    name: 'secciones',
    columns: OFFERING_COLUMNS,
    find: findOffering,
  });
  serveActivation(api, db, { one: setOfferingActive, several: setActiveOfOfferings }, offeringCommands);
  serveBulk(api, db, moveOfferings, moveToPeriod);
  serveBulk(api, db, assignTeacher, setTeacher);
}

import type { FastifyInstance } from 'fastify';
import { serveBulk } from '../../../server/bulk.ts';
import { serveActivation, serveCatalogue } from '../../../server/catalogue.ts';
import type { Deps } from '../../../server/deps.ts';
import { moveToPeriod, offeringCommands, setActive, setTeacher } from './commands.ts';
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
  serveActivation(api, db, setOfferingActive, offeringCommands);
  serveBulk(api, db, setActiveOfOfferings, setActive);
  serveBulk(api, db, moveOfferings, moveToPeriod);
  serveBulk(api, db, assignTeacher, setTeacher);
}

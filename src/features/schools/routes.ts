import type { FastifyInstance } from 'fastify';
import { serveActivation, serveCatalogue } from '../../server/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { schoolCommands } from './commands.ts';
import { schools, setSchoolActive } from './contract.ts';
import { findSchool, listSchools } from './queries.ts';

export function schoolRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, schools, schoolCommands, { list: listSchools, find: findSchool });
  serveActivation(api, db, setSchoolActive, schoolCommands);
}

import type { FastifyInstance } from 'fastify';
import { serveBulk } from '../../server/commands/bulk.ts';
import { serveActivation, serveCatalogue } from '../../server/commands/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { moveToFaculty, schoolCommands } from './commands.ts';
import { moveSchools, schools, setActiveOfSchools, setSchoolActive } from './contract.ts';
import { findSchool, SCHOOL_COLUMNS, schoolList } from './queries.ts';

export function schoolRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, schools, schoolCommands, {
    list: schoolList,
    name: 'escuelas',
    columns: SCHOOL_COLUMNS,
    find: findSchool,
  });
  serveActivation(api, db, { one: setSchoolActive, several: setActiveOfSchools }, schoolCommands);
  serveBulk(api, db, moveSchools, moveToFaculty);
}

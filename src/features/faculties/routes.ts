import type { FastifyInstance } from 'fastify';
import { serveActivation, serveCatalogue } from '../../server/commands/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { facultyCommands } from './commands.ts';
import { faculties, setActiveOfFaculties, setFacultyActive } from './contract.ts';
import { FACULTY_COLUMNS, facultyList, findFaculty } from './queries.ts';

export function facultyRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, faculties, facultyCommands, {
    list: facultyList,
    name: 'facultades',
    columns: FACULTY_COLUMNS,
    find: findFaculty,
  });
  serveActivation(api, db, { one: setFacultyActive, several: setActiveOfFaculties }, facultyCommands);
}

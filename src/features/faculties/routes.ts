import type { FastifyInstance } from 'fastify';
import { serveBulk } from '../../server/bulk.ts';
import { serveActivation, serveCatalogue } from '../../server/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { facultyCommands, setActive } from './commands.ts';
import { faculties, setActiveOfFaculties, setFacultyActive } from './contract.ts';
import { FACULTY_COLUMNS, facultyList, findFaculty } from './queries.ts';

export function facultyRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, faculties, facultyCommands, {
    list: facultyList,
    name: 'facultades',
    columns: FACULTY_COLUMNS,
    find: findFaculty,
  });
  serveActivation(api, db, setFacultyActive, facultyCommands);
  serveBulk(api, db, setActiveOfFaculties, setActive);
}

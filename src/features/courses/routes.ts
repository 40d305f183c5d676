import type { FastifyInstance } from 'fastify';
import { serveBulk } from '../../server/commands/bulk.ts';
import { serveActivation, serveCatalogue } from '../../server/commands/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { courseCommands, moveToSchool } from './commands.ts';
import { courses, moveCourses, setActiveOfCourses, setCourseActive } from './contract.ts';
import { COURSE_COLUMNS, courseList, findCourse } from './queries.ts';

export function courseRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, courses, courseCommands, {
    list: courseList,
    name: 'cursos',
    columns: COURSE_COLUMNS,
    find: findCourse,
  });
  serveActivation(api, db, { one: setCourseActive, several: setActiveOfCourses }, courseCommands);
  serveBulk(api, db, moveCourses, moveToSchool);
}

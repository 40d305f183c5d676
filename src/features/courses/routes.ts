import type { FastifyInstance } from 'fastify';
import { serveActivation, serveCatalogue } from '../../server/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { courseCommands } from './commands.ts';
import { courses, setCourseActive } from './contract.ts';
import { findCourse, listCourses } from './queries.ts';

export function courseRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, courses, courseCommands, { list: listCourses, find: findCourse });
  serveActivation(api, db, setCourseActive, courseCommands);
}

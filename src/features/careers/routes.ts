import type { FastifyInstance } from 'fastify';
import { serveBulk } from '../../server/commands/bulk.ts';
import { serveActivation, serveCatalogue } from '../../server/commands/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { careerCommands, moveToSchool } from './commands.ts';
import { careers, moveCareers, setActiveOfCareers, setCareerActive } from './contract.ts';
import { CAREER_COLUMNS, careerList, findCareer } from './queries.ts';

export function careerRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, careers, careerCommands, {
    list: careerList,
    name: 'carreras',
    columns: CAREER_COLUMNS,
    find: findCareer,
  });
  serveActivation(api, db, { one: setCareerActive, several: setActiveOfCareers }, careerCommands);
  serveBulk(api, db, moveCareers, moveToSchool);
}

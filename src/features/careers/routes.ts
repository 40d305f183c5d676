import type { FastifyInstance } from 'fastify';
import { serveActivation, serveCatalogue } from '../../server/catalogue.ts';
import type { Deps } from '../../server/deps.ts';
import { careerCommands } from './commands.ts';
import { careers, setCareerActive } from './contract.ts';
import { findCareer, listCareers } from './queries.ts';

export function careerRoutes(api: FastifyInstance, { db }: Deps): void {
  serveCatalogue(api, db, careers, careerCommands, { list: listCareers, find: findCareer });
  serveActivation(api, db, setCareerActive, careerCommands);
}

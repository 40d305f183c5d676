import { sql } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../domain/kit/problem.ts';
import { catalogueCommands, requireActive } from '../../server/commands/catalogue.ts';
import type { Command } from '../../server/commands/command.ts';
import { setLinks } from '../../server/commands/heads.ts';
import type { Course, courseFields } from './contract.ts';
import { findCourse } from './queries.ts';

async function setCareers(command: Command, courseId: string, careerIds: readonly string[]) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from careers where id = any(${careerIds}::uuid[])
  `.execute(command.tx);
  if (rows[0]?.count !== new Set(careerIds).size) {
    const message = 'Alguna de las carreras ya no existe.';
    throw new AppError('rule', message, { errors: [{ path: 'careerIds', message }] });
  }
  const link = { table: 'course_careers', owner: ['course_id', courseId], other: 'career_id' } as const;
  return setLinks(command, link, careerIds);
}

export const courseCommands = catalogueCommands<z.output<typeof courseFields>, Course>({
  table: 'courses',
  object: 'course',
  manage: 'catalogues.manage',
  duplicate: { path: 'code', message: 'Ya existe un curso con ese código.' },
  references: [{ table: 'course_offerings', column: 'course_id', one: 'oferta', many: 'ofertas' }],
  columns: ({ code, name, schoolId, credits, serviceLearning }) => ({
    code,
    name,
    school_id: schoolId,
    credits,
    service_learning: serviceLearning,
  }),
  check: ({ tx }, { schoolId }, before) =>
    requireActive(tx, 'schools', schoolId, before?.school_id, 'schoolId', 'Elige una escuela activa.'),
  async link(command, id, { careerIds }) {
    const careers = await setCareers(command, id, careerIds);
    return careers ? { careerIds: careers } : {};
  },
  find: findCourse,
});

export const moveToSchool = courseCommands.column<string>('school_id', ({ tx }, id) =>
  requireActive(tx, 'schools', id, null, 'value', 'Elige una escuela activa.'),
);

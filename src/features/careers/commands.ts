import type { z } from 'zod';
import { catalogueCommands, requireActive } from '../../server/commands/catalogue.ts';
import type { Career, careerFields } from './contract.ts';
import { findCareer } from './queries.ts';

export const careerCommands = catalogueCommands<z.output<typeof careerFields>, Career>({
  table: 'careers',
  object: 'career',
  manage: 'catalogues.manage',
  codes: ['code', 'official_code'],
  duplicate: { path: 'officialCode', message: 'Ya existe una carrera con ese código único.' },
  references: [
    { table: 'course_careers', column: 'career_id', one: 'curso', many: 'cursos' },
    { table: 'project_careers', column: 'career_id', one: 'proyecto', many: 'proyectos' },
  ],
  columns: fields => ({
    name: fields.name,
    code: fields.code || null,
    official_code: fields.officialCode || null,
    school_id: fields.schoolId,
    level: fields.level,
    campus: fields.campus || null,
    shift: fields.shift,
  }),
  check: ({ tx }, { schoolId }, before) =>
    requireActive(tx, 'schools', schoolId, before?.school_id, 'schoolId', 'Elige una escuela activa.'),
  find: findCareer,
});

export const moveToSchool = careerCommands.column<string>('school_id', ({ tx }, id) =>
  requireActive(tx, 'schools', id, null, 'value', 'Elige una escuela activa.'),
);

import type { z } from 'zod';
import { catalogueCommands, requireActive } from '../../server/commands/catalogue.ts';
import { setHeads } from '../../server/commands/heads.ts';
import { renewHolders } from '../workflow/holders/commands.ts';
import { ofSchools, ofUnits } from '../workflow/holders/queries.ts';
import type { School, schoolFields } from './contract.ts';
import { findSchool } from './queries.ts';

export const schoolCommands = catalogueCommands<z.output<typeof schoolFields>, School>({
  table: 'schools',
  object: 'school',
  manage: 'catalogues.manage',
  duplicate: { path: 'code', message: 'Ya existe una escuela con ese código.' },
  references: [
    { table: 'careers', column: 'school_id', one: 'carrera', many: 'carreras' },
    { table: 'courses', column: 'school_id', one: 'curso', many: 'cursos' },
    { table: 'users', column: 'home_school_id', one: 'persona', many: 'personas' },
    { table: 'projects', column: 'school_id', one: 'proyecto', many: 'proyectos' },
  ],
  columns: ({ code, name, facultyId }) => ({ code, name, faculty_id: facultyId }),
  check: ({ tx }, { facultyId }, before) =>
    requireActive(tx, 'faculties', facultyId, before?.faculty_id, 'facultyId', 'Elige una facultad activa.'),
  async link(command, id, { directorIds }) {
    const directors = await setHeads(command, 'school', id, directorIds, 'directorIds');
    return directors ? { directorIds: directors } : {};
  },
  async unlink(command, id) {
    const directors = await setHeads(command, 'school', id, [], 'directorIds');
    return directors && { directorIds: directors };
  },
  follow: (command, id, linked) => renewHolders(command, ofUnits(ofSchools([id]), linked?.directorIds)),
  find: findSchool,
});

export const moveToFaculty = schoolCommands.column<string>('faculty_id', ({ tx }, id) =>
  requireActive(tx, 'faculties', id, null, 'value', 'Elige una facultad activa.'),
);

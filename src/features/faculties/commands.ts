import type { z } from 'zod';
import { catalogueCommands } from '../../server/commands/catalogue.ts';
import { setHeads } from '../../server/commands/heads.ts';
import { renewHolders } from '../workflow/holders/commands.ts';
import { ofFaculty, ofUnits } from '../workflow/holders/queries.ts';
import type { Faculty, facultyFields } from './contract.ts';
import { findFaculty } from './queries.ts';

export const facultyCommands = catalogueCommands<z.output<typeof facultyFields>, Faculty>({
  table: 'faculties',
  object: 'faculty',
  manage: 'catalogues.manage',
  duplicate: { path: 'code', message: 'Ya existe una facultad con ese código.' },
  references: [
    { table: 'schools', column: 'faculty_id', one: 'escuela', many: 'escuelas' },
    {
      table: 'call_quotas',
      column: 'faculty_id',
      one: 'cupo de convocatoria',
      many: 'cupos de convocatoria',
    },
  ],
  columns: ({ code, name }) => ({ code, name }),
  async link(command, id, { deanIds }) {
    const deans = await setHeads(command, 'faculty', id, deanIds, 'deanIds');
    return deans ? { deanIds: deans } : {};
  },
  async unlink(command, id) {
    const deans = await setHeads(command, 'faculty', id, [], 'deanIds');
    return deans && { deanIds: deans };
  },
  follow: (command, id, linked) => renewHolders(command, ofUnits(ofFaculty(id), linked?.deanIds)),
  find: findFaculty,
});

import type { z } from 'zod';
import type { Transaction } from '../../../db/pool.ts';
import { catalogueCommands, requireActive } from '../../../server/commands/catalogue.ts';
import type { Offering, offeringFields } from './contract.ts';
import { findOffering } from './queries.ts';

async function requireTeacher(tx: Transaction, teacherId: string | null, before: unknown, path: string) {
  if (teacherId === null) return;
  await requireActive(tx, 'users', teacherId, before, path, 'Elige una persona habilitada.');
}

export const offeringCommands = catalogueCommands<z.output<typeof offeringFields>, Offering>({
  table: 'course_offerings',
  object: 'offering',
  manage: 'catalogues.manage',
  duplicate: { path: 'section', message: 'Ese curso ya tiene esa sección en ese período.' },
  references: [{ table: 'project_offerings', column: 'offering_id', one: 'proyecto', many: 'proyectos' }],
  columns: ({ courseId, period, section, teacherId, enrolled }) => ({
    course_id: courseId,
    period,
    section,
    teacher_id: teacherId,
    enrolled,
  }),
  async check({ tx }, { courseId, teacherId }, before) {
    await requireActive(tx, 'courses', courseId, before?.course_id, 'courseId', 'Elige un curso activo.');
    await requireTeacher(tx, teacherId, before?.teacher_id, 'teacherId');
  },
  find: findOffering,
});

export const moveToPeriod = offeringCommands.column<string>('period');
export const setTeacher = offeringCommands.column<string | null>('teacher_id', ({ tx }, teacherId) =>
  requireTeacher(tx, teacherId, null, 'value'),
);

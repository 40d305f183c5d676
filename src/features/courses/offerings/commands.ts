import type { z } from 'zod';
import { catalogueCommands, requireActive } from '../../../server/catalogue.ts';
import type { Offering, offeringFields } from './contract.ts';
import { findOffering } from './queries.ts';

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
    if (teacherId !== null) {
      const message = 'Elige una persona habilitada.';
      await requireActive(tx, 'users', teacherId, before?.teacher_id, 'teacherId', message);
    }
  },
  find: findOffering,
});

export const setActive = offeringCommands.column<boolean>('active');
export const moveToPeriod = offeringCommands.column<string>('period');

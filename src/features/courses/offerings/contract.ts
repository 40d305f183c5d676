import { z } from 'zod';
import {
  activationEndpoint,
  activeFilter,
  bulkEndpoint,
  catalogueEndpoints,
  lastChange,
  named,
} from '../../../domain/catalogues/catalogue.ts';
import { groupedBy, id, listQuery, period, text } from '../../../domain/text/rules.ts';

export const offeringFields = z.object({
  courseId: id,
  period,
  section: text(20, 1),
  teacherId: id.nullable().default(null),
  /** Students enrolled. */
  enrolled: z.number().int().min(0).max(100_000).default(0),
});

const row = z.object({
  id,
  course: named.extend({ code: z.string() }),
  period: z.string(),
  section: z.string(),
  teacher: named.nullable(),
  enrolled: z.number().int(),
  active: z.boolean(),
  ...lastChange,
});
export type Offering = z.infer<typeof row>;

export const offeringQuery = listQuery(
  ['period', 'section', 'course', 'teacher', 'enrolled', 'updatedAt'],
  '-period',
).extend({
  state: activeFilter,
  course: id.optional(),
  period: period.optional(),
  ...groupedBy(['period', 'course']).shape,
});

/** A course in a period: what a project picks. */
export const offerings = catalogueEndpoints({
  path: '/offerings',
  what: 'the course offerings',
  manage: 'catalogues.manage',
  scope: 'catalogues',
  row,
  fields: offeringFields,
  query: offeringQuery,
});
export const setActiveOfOfferings = bulkEndpoint('/offerings', 'active', { value: z.boolean() });
/** To the next period, say. */
export const moveOfferings = bulkEndpoint('/offerings', 'period', { value: period });
/** Null takes the teacher away. */
export const assignTeacher = bulkEndpoint('/offerings', 'teacher', { value: id.nullable() });
export const setOfferingActive = activationEndpoint('/offerings', row);

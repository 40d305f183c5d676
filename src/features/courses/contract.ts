import { z } from 'zod';
import {
  activationEndpoint,
  activeFilter,
  bulkEndpoint,
  catalogueCode,
  catalogueEndpoints,
  catalogueName,
  lastChange,
  named,
} from '../../domain/catalogues/catalogue.ts';
import { groupedBy, id, listQuery, period } from '../../domain/text/rules.ts';

export const courseFields = z.object({
  code: catalogueCode,
  name: catalogueName,
  schoolId: id,
  careerIds: z.array(id).max(50).default([]),
  /** In steps of a tenth, as transferable credits are counted. */
  credits: z.number().min(0).max(999).multipleOf(0.1, 'Usa como máximo un decimal.').nullable().default(null),
  serviceLearning: z.boolean().default(false),
});

const row = z.object({
  id,
  code: z.string(),
  name: z.string(),
  school: named,
  careers: z.array(named),
  credits: z.number().nullable(),
  serviceLearning: z.boolean(),
  /** Offerings of any period. */
  offerings: z.number().int(),
  active: z.boolean(),
  ...lastChange,
});
export type Course = z.infer<typeof row>;

export const courseQuery = listQuery(
  ['name', 'code', 'school', 'credits', 'offerings', 'updatedAt'],
  'name',
).extend({
  state: activeFilter,
  school: id.optional(),
  faculty: id.optional(),
  career: id.optional(),
  /** Courses offered in this period. */
  period: period.optional(),
  serviceLearning: z.enum(['yes', 'no']).optional(),
  ...groupedBy(['school']).shape,
});

export const courses = catalogueEndpoints({
  path: '/courses',
  what: 'the courses',
  manage: 'catalogues.manage',
  scope: 'catalogues',
  row,
  fields: courseFields,
  query: courseQuery,
});
export const setCourseActive = activationEndpoint('/courses', row);
export const setActiveOfCourses = bulkEndpoint('/courses', 'active', { value: z.boolean() });
/** To another school. */
export const moveCourses = bulkEndpoint('/courses', 'school', { value: id });

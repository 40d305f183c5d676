import { z } from 'zod';
import {
  activationEndpoint,
  activeFilter,
  bulkEndpoint,
  catalogueEndpoints,
  catalogueName,
  lastChange,
  named,
  optionalCode,
} from '../../domain/catalogues/catalogue.ts';
import { groupedBy, id, listQuery, text } from '../../domain/text/rules.ts';

export const LEVELS = [
  { value: 'tecnico', label: 'Técnico' },
  { value: 'pregrado', label: 'Pregrado' },
  { value: 'postgrado', label: 'Postgrado' },
] as const;
export const SHIFTS = [
  { value: 'diurna', label: 'Diurna' },
  { value: 'vespertina', label: 'Vespertina' },
  { value: 'otra', label: 'Otra' },
] as const;
export const level = z.enum(['tecnico', 'pregrado', 'postgrado']);
export const shift = z.enum(['diurna', 'vespertina', 'otra']);

export const careerFields = z.object({
  name: catalogueName,
  code: optionalCode,
  /** Unique code of the national register; what an import file recognises a career by. */
  officialCode: optionalCode,
  schoolId: id,
  level: level.default('pregrado'),
  campus: text(120).default(''),
  shift: shift.nullable().default(null),
});

const row = z.object({
  id,
  name: z.string(),
  code: z.string(),
  officialCode: z.string(),
  school: named,
  level,
  campus: z.string(),
  shift: shift.nullable(),
  active: z.boolean(),
  ...lastChange,
});
export type Career = z.infer<typeof row>;

export const careerQuery = listQuery(
  ['name', 'code', 'officialCode', 'school', 'level', 'campus', 'updatedAt'],
  'name',
).extend({
  state: activeFilter,
  school: id.optional(),
  faculty: id.optional(),
  level: level.optional(),
  campus: text(120).optional(),
  ...groupedBy(['school', 'level', 'campus']).shape,
});

export const careers = catalogueEndpoints({
  path: '/careers',
  what: 'the careers',
  manage: 'catalogues.manage',
  scope: 'catalogues',
  row,
  fields: careerFields,
  query: careerQuery,
});
export const setCareerActive = activationEndpoint('/careers', row);
export const setActiveOfCareers = bulkEndpoint('/careers', 'active', { value: z.boolean() });
/** To another school. */
export const moveCareers = bulkEndpoint('/careers', 'school', { value: id });

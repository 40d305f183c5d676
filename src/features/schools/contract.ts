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
import { groupedBy, id, listQuery } from '../../domain/text/rules.ts';

export const schoolFields = z.object({
  code: catalogueCode,
  name: catalogueName,
  facultyId: id,
  directorIds: z.array(id).max(10).default([]),
});

const row = z.object({
  id,
  code: z.string(),
  name: z.string(),
  faculty: named,
  directors: z.array(named),
  /** Careers of this school, active or not. */
  careers: z.number().int(),
  active: z.boolean(),
  ...lastChange,
});
export type School = z.infer<typeof row>;

export const schoolQuery = listQuery(['name', 'code', 'faculty', 'careers', 'updatedAt'], 'name').extend({
  state: activeFilter,
  faculty: id.optional(),
  /** In use, and directed by nobody who may act. */
  headless: z.stringbool().optional(),
  ...groupedBy(['faculty']).shape,
});

export const schools = catalogueEndpoints({
  path: '/schools',
  what: 'the schools',
  manage: 'catalogues.manage',
  scope: 'catalogues',
  row,
  fields: schoolFields,
  query: schoolQuery,
});
export const setSchoolActive = activationEndpoint('/schools', row);
export const setActiveOfSchools = bulkEndpoint('/schools', 'active', { value: z.boolean() });
/** To another faculty. */
export const moveSchools = bulkEndpoint('/schools', 'faculty', { value: id });

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
import { id, listQuery } from '../../domain/text/rules.ts';

export const facultyFields = z.object({
  code: catalogueCode,
  name: catalogueName,
  deanIds: z.array(id).max(10).default([]),
});

const row = z.object({
  id,
  code: z.string(),
  name: z.string(),
  deans: z.array(named),
  /** Schools of this faculty, active or not. */
  schools: z.number().int(),
  active: z.boolean(),
  ...lastChange,
});
export type Faculty = z.infer<typeof row>;

export const facultyQuery = listQuery(['name', 'code', 'schools', 'updatedAt'], 'name').extend({
  state: activeFilter,
  /** In use, and without a dean who may act. */
  headless: z.stringbool().optional(),
});

export const faculties = catalogueEndpoints({
  path: '/faculties',
  what: 'the faculties',
  manage: 'catalogues.manage',
  scope: 'catalogues',
  row,
  fields: facultyFields,
  query: facultyQuery,
});
export const setFacultyActive = activationEndpoint('/faculties', row);
export const setActiveOfFaculties = bulkEndpoint('/faculties', 'active', { value: z.boolean() });

import { z } from 'zod';
import { criteria } from '../../domain/accreditation/matrix.ts';
import {
  activeFilter,
  bulkEndpoint,
  catalogueEndpoints,
  lastChange,
} from '../../domain/catalogues/catalogue.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, instant, listQuery, text, thingName } from '../../domain/text/rules.ts';

export const matrixFields = z.object({
  name: thingName(200, 1),
  /** Whose criteria they are, and of which edition. */
  origin: text(1000).default(''),
});

const row = z.object({
  id,
  ...matrixFields.shape,
  active: z.boolean(),
  criteria: z.number().int(),
  statements: z.number().int(),
  ...lastChange,
});
export type Matrix = z.infer<typeof row>;

export const matricesQuery = listQuery(['name', 'updatedAt'], 'name').extend({ state: activeFilter });

/** Kept by the office; read by whoever looks after a unit. */
export const matrices = catalogueEndpoints({
  path: '/accreditation-matrices',
  what: 'the matrices of accreditation criteria',
  read: 'accreditation.read',
  manage: 'accreditation.manage',
  row,
  fields: matrixFields,
  query: matricesQuery,
});
export const activateMatrices = bulkEndpoint('/accreditation-matrices', 'active', {
  value: z.boolean(),
  manage: 'accreditation.manage',
});

export const matrixParams = z.object({ id });
const stored = z.object({ criteria, ...lastChange });
export type StoredCriteria = z.infer<typeof stored>;

export const getCriteria = endpoint({
  method: 'GET',
  path: '/accreditation-matrices/:id/criteria',
  permission: 'accreditation.read',
  summary: 'The criteria of a matrix, with their statements and what shows them',
  params: matrixParams,
  output: stored,
});
export const saveCriteria = endpoint({
  method: 'PUT',
  path: '/accreditation-matrices/:id/criteria',
  permission: 'accreditation.manage',
  summary: 'All criteria of a matrix; 409 with the stored ones when somebody changed them since `updatedAt`',
  params: matrixParams,
  body: z.object({ criteria, updatedAt: instant }),
  output: stored,
  // As many and as long as its rules allow, in any script.
  maxBytes: 4 * 1024 * 1024,
});

import { z } from 'zod';
import { EVIDENCE_NAMES } from '../../domain/accreditation/evidence.ts';
import { criteria } from '../../domain/accreditation/matrix.ts';
import {
  activeFilter,
  bulkEndpoint,
  catalogueEndpoints,
  lastChange,
} from '../../domain/catalogues/catalogue.ts';
import { SCOPE_NAMES } from '../../domain/figures/scopes.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, instant, listQuery, text, thingName } from '../../domain/text/rules.ts';
import { download } from '../downloads/contract.ts';

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
  read: 'catalogues.read',
  manage: 'accreditation.manage',
  row,
  fields: matrixFields,
  query: matricesQuery,
});
export const activateMatrices = bulkEndpoint('/accreditation-matrices', 'active', {
  value: z.boolean(),
  manage: 'accreditation.manage',
});

const params = z.object({ id });
const stored = z.object({ criteria, ...lastChange });
export type StoredCriteria = z.infer<typeof stored>;

export const getCriteria = endpoint({
  method: 'GET',
  path: '/accreditation-matrices/:id/criteria',
  permission: 'catalogues.read',
  summary: 'The criteria of a matrix, with their statements and what shows them',
  params,
  output: stored,
});
export const saveCriteria = endpoint({
  method: 'PUT',
  path: '/accreditation-matrices/:id/criteria',
  permission: 'accreditation.manage',
  summary: 'All criteria of a matrix; 409 with the stored ones when somebody changed them since `updatedAt`',
  params,
  body: z.object({ criteria, updatedAt: instant }),
  output: stored,
  // As many and as long as its rules allow, in any script.
  maxBytes: 4 * 1024 * 1024,
});

const year = z.coerce.number().int().min(1990).max(2100);
/** Of whose projects, and of which years: both belong to them. */
const packShape = z.object({ from: year, to: year, faculty: id.optional(), school: id.optional() });
export const packFields = packShape.partial();
export const packQuery = packShape.refine(({ from, to }) => from <= to, {
  path: ['to'],
  message: 'El último año no puede ser anterior al primero.',
});

export type PackRequest = z.output<typeof packQuery> & { readonly matrix: string };

export const countEvidence = endpoint({
  method: 'GET',
  path: '/accreditation-matrices/:id/evidence',
  permission: 'catalogues.read',
  summary: 'How much of each kind of evidence of a matrix a unit has in these years',
  params,
  query: packQuery,
  output: z.object({
    scope: z.enum(SCOPE_NAMES),
    projects: z.number().int(),
    /** Things of each kind that the matrix asks for; of those kept from packs, too. */
    found: z.partialRecord(z.enum(EVIDENCE_NAMES), z.number().int()),
  }),
});

/** `id` is made by the browser once per form: sending the form twice asks once. */
export const askPack = endpoint({
  method: 'POST',
  path: '/accreditation-matrices/:id/packs',
  permission: 'catalogues.read',
  summary: 'Have the pack of a matrix prepared: evidence in folders, an index with hashes, gaps marked',
  params,
  query: packQuery,
  body: z.object({ id }),
  output: download,
});

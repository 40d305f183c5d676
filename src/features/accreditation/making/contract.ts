import { z } from 'zod';
import { EVIDENCE_NAMES } from '../../../domain/accreditation/evidence.ts';
import { SCOPE_NAMES } from '../../../domain/figures/scopes.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id } from '../../../domain/text/rules.ts';
import { download } from '../../downloads/contract.ts';
import { matrixParams } from '../contract.ts';

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
  permission: 'accreditation.read',
  summary: 'How much of each kind of evidence of a matrix a unit has in these years',
  params: matrixParams,
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
  permission: 'accreditation.read',
  summary: 'Have the pack of a matrix prepared: evidence in folders, an index with hashes, gaps marked',
  params: matrixParams,
  query: packQuery,
  body: z.object({ id }),
  output: download,
});

import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id, instant } from '../../../domain/text/rules.ts';
import { projectParams } from '../contract.ts';

/** Proof that a proposal was received. */
export const receipt = z.object({
  id,
  receivedAt: instant,
  /** SHA-256 of what was sent, hexadecimal. */
  contentHash: z.string(),
  /** The submit was taken back afterwards. */
  undone: z.boolean(),
});

export const openReceipt = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/receipts/:receipt',
  permission: 'active',
  summary: 'The receipt of a proposal as a PDF, the same bytes each time',
  params: projectParams.extend({ receipt: id }),
  output: z.unknown(),
  transfer: 'download',
});

import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id } from '../../domain/text/rules.ts';
import { projectParams } from '../project-record/contract.ts';

export const openReceipt = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/receipts/:receipt',
  permission: 'active',
  summary: 'The receipt of a proposal as a PDF, the same bytes each time',
  params: projectParams.extend({ receipt: id }),
  output: z.unknown(),
  transfer: 'download',
});

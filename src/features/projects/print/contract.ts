import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { projectParams } from '../../project-record/contract.ts';

/** Holds what this reader sees on screen and nothing else. */
export const printProject = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/pdf',
  permission: 'active',
  summary: 'The project as a PDF, as far as the reader may see it',
  params: projectParams,
  output: z.unknown(),
  transfer: 'download',
});

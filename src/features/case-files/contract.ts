import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id } from '../../domain/text/rules.ts';
import { download } from '../downloads/contract.ts';
import { projectParams } from '../project-record/contract.ts';

/** `id` is made by the browser once per form: sending the form twice asks once. */
export const askCaseFile = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/case-file',
  permission: 'active',
  summary:
    'Have the case file of a project prepared: its acts in order, documents and files, with their hashes',
  params: projectParams,
  body: z.object({ download: id }),
  output: download,
});

export interface CaseFileRequest {
  readonly [name: string]: string;
  readonly kind: string;
  readonly id: string;
}

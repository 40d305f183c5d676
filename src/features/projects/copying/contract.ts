import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id, text } from '../../../domain/text/rules.ts';
import { kindSlug } from '../../project-record/contract.ts';

/** What a new project may begin as a copy of, newest first: the first matches, for a picker with search. */
export const searchCopySources = endpoint({
  method: 'GET',
  path: '/copy-sources/:kind',
  permission: 'projects.create',
  summary: 'Projects of one’s own that a new one of this kind may begin as a copy of',
  params: z.object({ kind: kindSlug }),
  query: z.object({
    /** Asks for one. */
    id: id.optional(),
    q: text(200).optional(),
    /** Whose own; only administrators ask for somebody else’s. */
    leadId: id.optional(),
  }),
  about: 'projects',
  output: z.array(
    z.object({ id, code: z.string(), title: z.string(), year: z.number().int(), historic: z.boolean() }),
  ),
});

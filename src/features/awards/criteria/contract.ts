import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id } from '../../../domain/text/rules.ts';
import { kindSlug } from '../../project-record/contract.ts';

const proposal = z.object({
  ...{ id, kind: kindSlug, code: z.string(), title: z.string() },
  /** For each criterion, percent of its most points; null where no review gave it any. */
  means: z.array(z.number().nullable()),
});

/** Information only, as harshness. */
export const getCriteria = endpoint({
  method: 'GET',
  path: '/calls/:call/criteria',
  permission: 'reviews.manage',
  summary: 'Mean of the confirmed reviews of each proposal of a call in each criterion',
  params: z.object({ call: z.string() }),
  output: z.object({
    criteria: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Best first by the score as it counts; at most 200. */
    proposals: z.array(proposal),
    total: z.number().int(),
  }),
});
export type Criteria = z.infer<typeof getCriteria.output>;

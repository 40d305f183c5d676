import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { USER_STATE_SLUGS } from '../../domain/kit/user-states.ts';
import { id } from '../../domain/text/rules.ts';
import { HOLDINGS } from '../../domain/workflow/reassignment.ts';
import { kindSlug, projectStatus } from '../project-record/contract.ts';

/** One thing that a person holds; `id` is a project's or a unit's. */
export const holdingAddress = z.object({ holding: z.enum(HOLDINGS), id });

export const getHoldings = endpoint({
  method: 'GET',
  path: '/reassign/:person',
  permission: 'projects.manage',
  summary: 'What a person holds: projects led, as alternate, steps, units headed',
  params: z.object({ person: id }),
  output: z.object({
    person: z.object({
      id,
      name: z.string(),
      email: z.string(),
      state: z.enum(USER_STATE_SLUGS),
    }),
    rows: z.array(
      holdingAddress.extend({
        /** Of the project or unit. */
        code: z.string(),
        name: z.string(),
        /** Of a project; null for a unit. */
        kind: kindSlug.nullable(),
        status: projectStatus.nullable(),
      }),
    ),
  }),
});
export type Holdings = z.infer<NonNullable<typeof getHoldings.output>>;

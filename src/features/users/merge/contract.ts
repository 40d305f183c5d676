import { z } from 'zod';
import { ROLES } from '../../../domain/kit/actor.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id, instant } from '../../../domain/text/rules.ts';
import { user } from '../contract.ts';

const params = z.object({ id });

/** `:id` is the record that goes; the other one stays and keeps its name and e-mail. */
export const previewMerge = endpoint({
  method: 'GET',
  path: '/users/:id/merge',
  permission: 'people.manage',
  summary: 'What would move if this person were merged into another, and what speaks against it',
  params,
  query: z.object({ into: id }),
  output: z.object({
    from: user,
    into: user,
    /** Roles of the person who stays. */
    roles: z.array(z.enum(ROLES)),
    moves: z.array(z.object({ what: z.string(), count: z.number().int() })),
    /** Null when it can be done. */
    refused: z.string().nullable(),
  }),
});

export const mergeUsers = endpoint({
  method: 'POST',
  path: '/users/:id/merge',
  permission: 'people.manage',
  summary: 'Merge a person into another: everything moves, in one transaction; it cannot be undone',
  params,
  body: z.object({
    into: id,
    /** Of both records as they were shown. */
    updatedAt: instant,
    intoUpdatedAt: instant,
  }),
  output: user,
});

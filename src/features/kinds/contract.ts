import { z } from 'zod';
import { endpoint } from '../../domain/endpoint.ts';
import type { KindDefinition } from '../../domain/kinds/definition.ts';

/** A definition leaves as it was stored: the domain's schema checked it when it was published. */
export const kindDefinition = z.unknown() as unknown as z.ZodType<KindDefinition>;

/** Current definitions in their usual order. */
export const listKinds = endpoint({
  method: 'GET',
  path: '/kinds',
  permission: 'active',
  summary: 'The kinds of project with their current definitions',
  output: z.array(
    z.object({
      version: z.number().int(),
      definition: kindDefinition,
      /** Why a project of this kind cannot be started now; null when it can. */
      closed: z.string().nullable(),
    }),
  ),
});

import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { enumOf } from '../../../domain/sections/field.ts';
import {
  ACCUMULATIONS,
  DIRECTIONS,
  INDICATOR_KINDS,
  INDICATOR_LEVELS,
  INDICATOR_SCOPES,
} from '../../../domain/sections/indicators.ts';
import { id } from '../../../domain/text/rules.ts';

/** Apart from the other catalogues, which every screen fetches: these are chosen in one place. */
export const getInstitutionalIndicators = endpoint({
  method: 'GET',
  path: '/catalogues/institutional-indicators',
  permission: 'active',
  summary: 'Indicators of the institution in use, with what they decide of a project’s',
  output: z.array(
    z.object({
      ...{ id, name: z.string(), kind: enumOf(INDICATOR_KINDS), unit: z.string() },
      ...{ direction: enumOf(DIRECTIONS), accumulates: enumOf(ACCUMULATIONS) },
      ...{ scope: enumOf(INDICATOR_SCOPES), level: enumOf(INDICATOR_LEVELS) },
    }),
  ),
});

import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import {
  OPEN_END_NAMES,
  type OpenEnd,
  SETUP_STEPS,
  STEP_STATES,
  setupProgress,
} from '../../domain/settings/setup.ts';
import { id, instant } from '../../domain/text/rules.ts';

const count = z.number().int();
const ends = z.object(
  Object.fromEntries(OPEN_END_NAMES.map(name => [name, count])) as Record<OpenEnd, typeof count>,
);

/** How far an office has come with setting up. */
export const setup = z.object({
  ends,
  /** Where schools without a faculty are; null while there is no such faculty. */
  unassignedFaculty: id.nullable(),
  /** In the order of the guide; none once it is closed. */
  steps: z.array(z.object({ step: z.enum(SETUP_STEPS), state: z.enum(STEP_STATES), found: z.string() })),
  progress: setupProgress.extend({ updatedAt: instant }),
});
export type Setup = z.infer<typeof setup>;

const stored = setupProgress.extend({ updatedAt: instant, updatedBy: z.string().nullable() });

export const getSetupProgress = endpoint({
  method: 'GET',
  path: '/settings/setup',
  permission: 'settings.manage',
  summary: 'What the office has said of the guide that sets up an installation',
  output: stored,
});

export const saveSetupProgress = endpoint({
  method: 'PUT',
  path: '/settings/setup',
  permission: 'settings.manage',
  summary: 'Settle steps of the guide, close it or show it again; 409 when somebody changed it since',
  body: setupProgress.extend({ updatedAt: instant }),
  output: stored,
});

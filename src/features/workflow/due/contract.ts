import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { instant, lastResort, plannedDay, storedVersion, text } from '../../../domain/text/rules.ts';
import { projectParams } from '../../project-record/contract.ts';

/** What is asked on screen; `day` is the new last day, at the end of which it is due in Chile. */
export const extension = z.object({ day: plannedDay, reason: text(2000, 10) });

/** As `takeAction`: `version` is that of the project the reader looked at, otherwise 409 with `overtaken`. */
export const extendDue = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/due',
  permission: 'projects.manage',
  summary: 'Give whoever holds a project more time',
  params: projectParams,
  body: extension.extend({ version: storedVersion, lastResort }),
  output: z.object({ due: instant, version: z.number().int() }),
});

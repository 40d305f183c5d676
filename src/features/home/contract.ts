import { z } from 'zod';
import { endpoint } from '../../domain/endpoint.ts';
import { pageOf } from '../../domain/rules.ts';
import { projectRow, projectStatus } from '../projects/contract.ts';

const counts = z.array(z.object({ status: projectStatus, count: z.number().int() }));

export const getHome = endpoint({
  method: 'GET',
  path: '/home',
  permission: 'active',
  summary: 'What waits for the reader, the reader’s own projects, figures of their units',
  output: z.object({
    /** "Te toca a ti": oldest due first, at most 20; `total` counts all. */
    myTurn: pageOf(projectRow),
    /** Led by the reader, latest change first, at most 10. */
    mine: pageOf(projectRow),
    /** Projects by status in the units the reader heads; for administrators in the whole university. */
    units: z.array(z.object({ name: z.string(), counts })),
  }),
});

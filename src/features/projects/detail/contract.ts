import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id, instant } from '../../../domain/text/rules.ts';
import { kindDefinition } from '../../kinds/contract.ts';
import { changeOffer, changeRequest } from '../changes/contract.ts';
import { person, projectParams, projectRow, projectStatus } from '../contract.ts';
import { extensionOffer } from '../due/contract.ts';
import { projectFile } from '../files/contract.ts';
import { observation } from '../observations/contract.ts';
import { receipt } from '../receipts/contract.ts';
import { completeness, historyEntry, projectSection } from '../sections/contract.ts';
import { actionOffer } from '../transitions/contract.ts';

export const projectDetail = projectRow.extend({
  /** Goes up with every step of the workflow; `takeAction` sends it back. */
  version: z.number().int(),
  alternate: person.nullable(),
  /** While returned: the status it comes back to. */
  returnedFrom: projectStatus.nullable(),
  createdAt: instant,
  /** The kind as it was when the project was created. */
  definition: kindDefinition,
  /** In the order of the definition; what the reader may not see is left out. */
  sections: z.array(projectSection),
  completeness,
  /** While running: what the final report lacks, in the order of the form. */
  reportGaps: completeness.shape.missing,
  actions: z.array(actionOffer),
  /** The evaluation has begun, and the reader may see what came of it. */
  showsReviews: z.boolean(),
  extendDue: extensionOffer,
  observations: z.array(observation),
  /** Requests to change what approval froze, newest first. */
  changes: z.array(changeRequest),
  requestChange: changeOffer,
  /** Newest first. */
  history: z.array(historyEntry),
  files: z.array(projectFile),
  /** The call it applies to; null without one. */
  call: z
    .object({
      id,
      name: z.string(),
      closesAt: instant.nullable(),
      lines: z.array(z.object({ id, name: z.string(), cap: z.number().int() })).readonly(),
    })
    .nullable(),
  /** While it is a draft: the rules of its call, met or not. */
  eligibility: z.array(z.object({ rule: z.string(), label: z.string(), message: z.string().nullable() })),
  /** Newest first. */
  receipts: z.array(receipt),
  /** The server's clock. */
  now: instant,
  mayUpload: z.boolean(),
  mayRemoveFiles: z.boolean(),
  /** Names of whatever the sections refer to by id: people, schools, careers, offerings, organisations… */
  labels: z.record(z.string(), z.string()),
});
export type ProjectDetail = z.infer<typeof projectDetail>;

export const getProject = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id',
  permission: 'active',
  summary: 'Everything the reader may see of one project',
  params: projectParams,
  output: projectDetail,
});

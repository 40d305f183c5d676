import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { REPORT_PLACE } from '../../../domain/reports/names.ts';
import { SECTION_SLUGS } from '../../../domain/sections/index.ts';
import { amount, id, instant, storedVersion, text } from '../../../domain/text/rules.ts';
import { MAX_OBSERVATIONS } from '../../../domain/workflow/demands.ts';
import { person, projectParams, projectStatus } from '../../project-record/contract.ts';

export const observationInput = z.object({
  section: z.enum([...SECTION_SLUGS, REPORT_PLACE]),
  text: text(4000, 1),
});

/** What a 409 of a decision brings along in `extra`: what happened meanwhile. */
export const overtaken = z.object({
  status: projectStatus,
  version: z.number().int(),
  action: z.string().nullable(),
  by: person.nullable(),
  at: instant.nullable(),
});

/**
 * Takes a step of the workflow. `version` is that of the project the reader looked at; when somebody acted in
 * between, the answer is 409 with `overtaken`. What an action needs beyond that is told by a 400 with the field.
 */
export const takeAction = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/actions/:action',
  permission: 'active',
  summary: 'Take a step of the workflow',
  params: projectParams.extend({ action: z.string() }),
  body: z.object({
    version: storedVersion,
    reason: text(2000).optional(),
    comment: text(4000).optional(),
    /** For returning: at least one, each tied to a section. */
    observations: z.array(observationInput).max(MAX_OBSERVATIONS).optional(),
    /** For declaring admissible: every requirement was checked. */
    checklist: z.boolean().optional(),
    /** For deleting. */
    confirmed: z.boolean().optional(),
    /** For override: the status to move to. */
    to: projectStatus.optional(),
    /** For override to a status with money of a call, where the project has none: from which line and how much, CLP. */
    lineId: id.optional(),
    amount: amount.optional(),
  }),
  output: z.object({
    /** True when the action was deleting the draft. */
    deleted: z.boolean(),
    status: projectStatus,
    version: z.number().int(),
  }),
});

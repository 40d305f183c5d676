import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { SECTION_SLUGS } from '../../../domain/sections/index.ts';
import { lastResort, storedVersion, text } from '../../../domain/text/rules.ts';
import { projectParams } from '../../project-record/contract.ts';

const given = { version: storedVersion, lastResort };
const output = z.object({ version: z.number().int() });

/** What is asked on screen. */
export const earlyReport = z.object({ reason: text(2000, 10) });
export const opening = earlyReport.extend({
  sections: z.array(z.enum(SECTION_SLUGS)).min(1, 'Elige al menos una sección.').max(SECTION_SLUGS.length),
});

/** As `takeAction`: `version` is that of the project the reader looked at, otherwise 409 with `overtaken`. */
export const allowEarlyReport = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/early-report',
  permission: 'projects.manage',
  summary: 'Let the final report of a running project come before its end',
  params: projectParams,
  body: earlyReport.extend(given),
  output,
});

/** Those that are open already stay so; the same version as above. */
export const openSections = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/open-sections',
  permission: 'projects.manage',
  summary: 'Open more sections of a project that is being corrected',
  params: projectParams,
  body: opening.extend(given),
  output,
});

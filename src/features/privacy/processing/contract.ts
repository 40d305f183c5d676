import { z } from 'zod';
import {
  activationEndpoint,
  activeFilter,
  catalogueEndpoints,
  lastChange,
} from '../../../domain/catalogues/catalogue.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { processingFields } from '../../../domain/privacy/processing.ts';
import { id, listQuery } from '../../../domain/text/rules.ts';

const row = z.object({
  id,
  /** Of those of the application itself; they are edited, and neither deleted nor taken out of use. */
  key: z.string().nullable(),
  /** The office added it. */
  own: z.boolean(),
  name: z.string(),
  purpose: z.string(),
  legalBasis: z.string(),
  people: z.string(),
  data: z.string(),
  source: z.string(),
  recipients: z.string(),
  transfers: z.string(),
  kept: z.string(),
  security: z.string(),
  /** How many of what is counted of it the application holds now; null of the office's own. */
  records: z.number().int().nullable(),
  /** What the application does with them in time, by today's settings; null of the office's own. */
  keptByRule: z.string().nullable(),
  active: z.boolean(),
  ...lastChange,
});
export type ProcessingActivity = z.infer<typeof row>;

const PATH = '/processing-activities';
export const processingActivities = catalogueEndpoints({
  path: PATH,
  what: 'the register of what is done with data of persons',
  read: 'privacy.manage',
  manage: 'privacy.manage',
  row,
  fields: processingFields,
  query: listQuery(['name', 'updatedAt'], 'name').extend({ state: activeFilter }),
});
export const setProcessingActive = activationEndpoint(PATH, row, 'privacy.manage');

export const printProcessing = endpoint({
  method: 'GET',
  path: `${PATH}/report`,
  permission: 'privacy.manage',
  summary: 'The register as a PDF, as it stands; without what was taken out of use',
  output: z.unknown(),
  transfer: 'download',
});

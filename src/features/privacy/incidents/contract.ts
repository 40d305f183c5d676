import { z } from 'zod';
import { catalogueEndpoints, lastChange } from '../../../domain/catalogues/catalogue.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { INCIDENT_RISKS, INCIDENT_STATES, incidentFields } from '../../../domain/privacy/incidents.ts';
import { groupedBy, id, instant, listQuery, optionOf, text } from '../../../domain/text/rules.ts';

const row = z.object({
  id,
  /** As `ID-2026-0007`. */
  code: z.string(),
  ...incidentFields.shape,
  state: optionOf(INCIDENT_STATES),
  /** What it lacks before it can be closed, in words. */
  gaps: z.array(z.string()),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  ...lastChange,
});
export type Incident = z.infer<typeof row>;

export const incidentsQuery = listQuery(['code', 'title', 'detectedOn', 'updatedAt'], '-detectedOn').extend({
  state: optionOf(INCIDENT_STATES).optional(),
  risk: optionOf(INCIDENT_RISKS).optional(),
  ...groupedBy(['state', 'risk']).shape,
});

const PATH = '/data-incidents';
const { remove: _, ...kept } = catalogueEndpoints({
  path: PATH,
  what: 'the incidents with personal data',
  read: 'privacy.manage',
  manage: 'privacy.manage',
  row,
  fields: incidentFields,
  query: incidentsQuery,
});
/** A register: nothing of it is ever deleted, and what is closed changes only once it is open again. */
export const incidents = kept;

const params = z.object({ id });
const seen = z.object({ updatedAt: instant });

export const closeIncident = endpoint({
  method: 'POST',
  path: `${PATH}/:id/closing`,
  permission: 'privacy.manage',
  summary: 'Close an incident; 422 with all its gaps while it has any',
  params,
  body: seen,
  output: row,
});

export const reopenIncident = endpoint({
  method: 'POST',
  path: `${PATH}/:id/reopening`,
  permission: 'privacy.manage',
  summary: 'Open a closed incident again, and say why',
  params,
  body: seen.extend({ reason: text(1000, 10) }),
  output: row,
});

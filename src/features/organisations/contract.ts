import { z } from 'zod';
import { organisationFields } from '../../domain/catalogues/organisations.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, text } from '../../domain/text/rules.ts';

const similar = z.object({ id, label: z.string(), hint: z.string() });

/** The same RUT is pointed out to anybody who types it whole; whose RUT it is only administrators read. */
export const findSimilarOrganisations = endpoint({
  method: 'GET',
  path: '/organisations/similar',
  permission: 'organisations.create',
  summary: 'Organisations that may be the one being typed: same RUT or a name much alike',
  query: z.object({ name: text(200).optional(), rut: text(20).optional() }),
  output: z.array(similar),
});

/** Whoever fills in projects may add a partner. 422 with `extra.similar` when it may exist, until `confirmed`. */
export const createOrganisation = endpoint({
  method: 'POST',
  path: '/organisations',
  permission: 'organisations.create',
  summary: 'Add an organisation to the directory; 422 with likely duplicates unless confirmed',
  body: organisationFields.extend({
    /** The likely duplicates have been looked at. A second row with the same RUT is refused all the same. */
    confirmed: z.boolean().default(false),
  }),
  output: similar,
});

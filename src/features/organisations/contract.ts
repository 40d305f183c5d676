import { z } from 'zod';
import { lastChange } from '../../domain/catalogues/catalogue.ts';
import { organisationFields } from '../../domain/catalogues/organisations.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, instant, text } from '../../domain/text/rules.ts';

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

/** What a new organisation is sent with. */
export const newOrganisation = organisationFields.extend({
  /** The likely duplicates have been looked at. A second row with the same RUT is refused all the same. */
  confirmed: z.boolean().default(false),
});

/** Whoever fills in projects may add a partner. 422 with `extra.similar` when it may exist, until `confirmed`. */
export const createOrganisation = endpoint({
  method: 'POST',
  path: '/organisations',
  permission: 'organisations.create',
  summary: 'Add an organisation to the directory; 422 with likely duplicates unless confirmed',
  body: newOrganisation,
  output: similar,
});

const one = z.object({ id });
/** A row as the office edits it. */
export const organisationRow = organisationFields.extend({ id, active: z.boolean(), ...lastChange });

export const getOrganisation = endpoint({
  method: 'GET',
  path: '/organisations/:id',
  permission: 'partners.manage',
  summary: 'An organisation as it is edited',
  params: one,
  output: organisationRow,
});
export const updateOrganisation = endpoint({
  method: 'PUT',
  path: '/organisations/:id',
  permission: 'partners.manage',
  summary: 'Change an organisation; 409 with the stored row when somebody changed it since `updatedAt`',
  params: one,
  body: organisationFields.extend({ updatedAt: instant }),
  output: organisationRow,
});
export const setOrganisationActive = endpoint({
  method: 'PUT',
  path: '/organisations/:id/active',
  permission: 'partners.manage',
  summary: 'Take an organisation out of use, or back: an inactive one keeps its past and is offered nowhere',
  params: one,
  body: z.object({ active: z.boolean(), updatedAt: instant }),
  output: organisationRow,
});
export const removeOrganisation = endpoint({
  method: 'DELETE',
  path: '/organisations/:id',
  permission: 'partners.manage',
  summary: 'Delete an organisation; 422 while something refers to it',
  params: one,
  output: one,
});

import { z } from 'zod';
import { AGREEMENT_STATES, agreementFields, LACKS } from '../../domain/catalogues/agreements.ts';
import { catalogueEndpoints, lastChange, named } from '../../domain/catalogues/catalogue.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { fileName, groupedBy, id, listQuery, optionOf } from '../../domain/text/rules.ts';

const state = optionOf(AGREEMENT_STATES);
const lack = optionOf(LACKS);

const agreementFile = z.object({
  id,
  name: z.string(),
  size: z.number().int(),
  contentType: z.string(),
});

const { organisationId: _, schoolId: __, ...fields } = agreementFields.shape;
const row = z.object({
  id,
  /** As it is called now: of a merged one the kept one. */
  organisation: named,
  school: named.nullable(),
  ...fields,
  state,
  lacks: z.array(lack),
  files: z.array(agreementFile),
  ...lastChange,
});
export type Agreement = z.infer<typeof row>;

export const agreementsQuery = listQuery(['number', 'organisation', 'endsOn', 'updatedAt'], 'endsOn').extend({
  organisation: id.optional(),
  /** `open`: all but those that ended. */
  state: z.enum([...state.options, 'open']).optional(),
  lack: z.enum([...lack.options, 'any']).optional(),
  ...groupedBy(['state', 'organisation']).shape,
});

/** Agreements with partners of projects that the reader leads or heads the school of; all for the office. */
export const agreements = catalogueEndpoints({
  path: '/agreements',
  what: 'the agreements',
  read: 'partners.read',
  manage: 'partners.manage',
  scope: 'partners',
  row,
  fields: agreementFields,
  query: agreementsQuery,
});

const params = z.object({ agreement: id });
export const addAgreementFile = endpoint({
  method: 'POST',
  path: '/agreements/:agreement/files',
  permission: 'partners.manage',
  summary: 'Add a file to an agreement',
  params,
  query: z.object({ name: fileName }),
  output: agreementFile,
  transfer: 'upload',
});
export const removeAgreementFile = endpoint({
  method: 'DELETE',
  path: '/agreements/:agreement/files/:file',
  permission: 'partners.manage',
  summary: 'Remove a file of an agreement',
  params: params.extend({ file: id }),
  output: z.object({}),
});
export const openAgreementFile = endpoint({
  method: 'GET',
  path: '/agreements/:agreement/files/:file',
  permission: 'partners.read',
  summary: 'A file of an agreement that the reader may see',
  params: params.extend({ file: id }),
  output: z.unknown(),
  transfer: 'download',
});

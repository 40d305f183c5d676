import { z } from 'zod';
import { named } from '../../domain/catalogues/catalogue.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import {
  answerFields,
  DATA_REQUEST_STATES,
  dataRequestFields,
  extensionFields,
  ownRequestFields,
  REQUEST_CHANNELS,
  REQUEST_OUTCOMES,
} from '../../domain/privacy/requests.ts';
import { DATA_RIGHTS } from '../../domain/privacy/rights.ts';
import {
  bar,
  day,
  groupedBy,
  id,
  instant,
  lastResort,
  listQuery,
  optionOf,
  pageOf,
  text,
} from '../../domain/text/rules.ts';

/** What the person who asked is shown of it, too. */
const shown = z.object({
  id,
  /** As `SD-2026-0042`. */
  code: z.string(),
  right: optionOf(DATA_RIGHTS),
  details: z.string(),
  receivedOn: day,
  state: optionOf(DATA_REQUEST_STATES),
  /** Last moment at which it is answered in time, and whether that has passed while it is open. */
  due: instant,
  overdue: z.boolean(),
  extendedAt: instant.nullable(),
  extensionReason: z.string(),
  outcome: optionOf(REQUEST_OUTCOMES).nullable(),
  /** To the person; of one that was given up, how the office knows. */
  answer: z.string(),
  settledAt: instant.nullable(),
  updatedAt: instant,
});
export const ownDataRequest = shown;
export type OwnDataRequest = z.infer<typeof ownDataRequest>;

export const dataRequest = shown.extend({
  name: z.string(),
  email: z.string(),
  document: z.string(),
  /** Their account, where they have one. */
  user: named.nullable(),
  channel: optionOf(REQUEST_CHANNELS),
  /** How the office made sure who asked. */
  identity: z.string(),
  settledBy: z.string().nullable(),
  updatedBy: z.string().nullable(),
  /** What keeps the reader from deciding it: it is their own. */
  bar,
});
export type DataRequest = z.infer<typeof dataRequest>;

export const dataRequestsQuery = listQuery(
  ['code', 'name', 'right', 'receivedOn', 'due', 'updatedAt'],
  'due',
).extend({
  state: z.enum(['open', 'overdue', 'answered', 'withdrawn']).optional(),
  right: optionOf(DATA_RIGHTS).optional(),
  ...groupedBy(['right', 'state']).shape,
});

const PATH = '/data-requests';
const params = z.object({ id });
const seen = z.object({ updatedAt: instant });

export const listDataRequests = endpoint({
  method: 'GET',
  path: PATH,
  permission: 'privacy.manage',
  summary:
    'Requests of persons about their data; those that are open first in the order in which they are due',
  query: dataRequestsQuery,
  output: pageOf(dataRequest),
});

export const getDataRequest = endpoint({
  method: 'GET',
  path: `${PATH}/:id`,
  permission: 'privacy.manage',
  summary: 'One request of a person about their data',
  params,
  output: dataRequest,
});

/** Sent twice with the same id it is recorded once. */
export const recordDataRequest = endpoint({
  method: 'POST',
  path: PATH,
  permission: 'privacy.manage',
  summary: 'Record a request that reached the office by mail, on paper or in person',
  body: z.intersection(dataRequestFields, z.object({ id })),
  output: dataRequest,
});

export const correctDataRequest = endpoint({
  method: 'PUT',
  path: `${PATH}/:id`,
  permission: 'privacy.manage',
  summary: 'Correct what the office recorded of an open request; 409 when somebody changed it since',
  params,
  body: z.intersection(dataRequestFields, seen.extend({ lastResort })),
  output: dataRequest,
});

export const extendDataRequest = endpoint({
  method: 'POST',
  path: `${PATH}/:id/extension`,
  permission: 'privacy.manage',
  summary: 'Extend, once and in time, until when a request is answered; the person is told',
  params,
  body: extensionFields.extend({ ...seen.shape, lastResort }),
  output: dataRequest,
});

export const answerDataRequest = endpoint({
  method: 'POST',
  path: `${PATH}/:id/answer`,
  permission: 'privacy.manage',
  summary: 'Answer a request; the person is told',
  params,
  body: answerFields.extend({ ...seen.shape, lastResort }),
  output: dataRequest,
});

export const dropDataRequest = endpoint({
  method: 'POST',
  path: `${PATH}/:id/withdrawal`,
  permission: 'privacy.manage',
  summary: 'Note that whoever asked has given it up, and how the office knows',
  params,
  body: z.object({ note: text(1000, 10), lastResort }).extend(seen.shape),
  output: dataRequest,
});

const OWN = '/personal-data/requests';

export const listOwnDataRequests = endpoint({
  method: 'GET',
  path: OWN,
  permission: 'active',
  summary: 'What the reader has asked about their own data, the latest first',
  output: z.object({
    rows: z.array(ownDataRequest),
    /** Calendar days in which one is answered. */
    days: z.number().int(),
  }),
});

/** Sent twice with the same id it is filed once; 422 while the same right is asked already. */
export const fileDataRequest = endpoint({
  method: 'POST',
  path: OWN,
  permission: 'active',
  summary: 'Ask the office about one’s own data',
  body: ownRequestFields.extend({ id }),
  output: ownDataRequest,
});

export const withdrawDataRequest = endpoint({
  method: 'POST',
  path: `${OWN}/:id/withdrawal`,
  permission: 'active',
  summary: 'Give up what one asked about one’s own data',
  params,
  output: ownDataRequest,
});

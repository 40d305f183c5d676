import { z } from 'zod';
import {
  activeFilter,
  bulkEndpoint,
  catalogueEndpoints,
  lastChange,
} from '../../domain/catalogues/catalogue.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { questions } from '../../domain/surveys/questions.ts';
import { id, instant, listQuery, text, thingName } from '../../domain/text/rules.ts';

export const instrumentFields = z.object({
  name: thingName(200, 1),
  /** What it is for, for who chooses it. */
  purpose: text(1000).default(''),
});

const row = z.object({
  id,
  ...instrumentFields.shape,
  active: z.boolean(),
  /** Number of the latest version, and how many questions it has; it is the one that is sent next. */
  version: z.number().int(),
  questions: z.number().int(),
  /** Waves that the reader may see. */
  waves: z.number().int(),
  ...lastChange,
});
export type Instrument = z.infer<typeof row>;

export const instrumentsQuery = listQuery(['name', 'updatedAt'], 'name').extend({ state: activeFilter });

/** Read by whoever may send surveys, kept by the office. */
export const instruments = catalogueEndpoints({
  path: '/instruments',
  what: 'the instruments of surveys',
  read: 'surveys.read',
  manage: 'instruments.manage',
  row,
  fields: instrumentFields,
  query: instrumentsQuery,
});
export const activateInstruments = bulkEndpoint('/instruments', 'active', {
  value: z.boolean(),
  manage: 'instruments.manage',
});

const version = z.object({
  number: z.number().int(),
  /** When it was first sent; null of one that may still change. */
  frozenAt: instant.nullable(),
  questions,
});
export type InstrumentVersion = z.infer<typeof version>;

const params = z.object({ id });
const versions = z.object({
  /** The latest first. */
  versions: z.array(version),
  ...lastChange,
});
export type Versions = z.infer<typeof versions>;

export const getVersions = endpoint({
  method: 'GET',
  path: '/instruments/:id/versions',
  permission: 'surveys.read',
  summary: 'All versions of an instrument, with their questions',
  params,
  output: versions,
});
export const saveQuestions = endpoint({
  method: 'PUT',
  path: '/instruments/:id/questions',
  permission: 'instruments.manage',
  summary:
    'The questions of the version that is sent next, a new one where the latest was sent; 409 with the stored versions when somebody changed it since `updatedAt`',
  params,
  body: z.object({ questions, updatedAt: instant }),
  output: versions,
  // As many and as long as its rules allow, in any script.
  maxBytes: 1024 * 1024,
});

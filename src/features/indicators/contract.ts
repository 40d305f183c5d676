import { z } from 'zod';
import { itemId } from '../../domain/execution/activities.ts';
import { MEASUREMENT_ORIGINS, MEASUREMENT_STATES } from '../../domain/execution/measurement-states.ts';
import { measurementFields } from '../../domain/execution/measurements.ts';
import { FILE_STATES } from '../../domain/files/file-states.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { day, id, instant, storedVersion, text } from '../../domain/text/rules.ts';
import { decisionOffer, offer, person, projectParams } from '../project-record/contract.ts';

const figure = z.number().nullable();

/** One version of a file, or an address on the day it was looked at. */
const evidence = z.object({
  file: z
    .object({
      /** Of the file, through all its versions. */
      id,
      versionId: id,
      version: z.number().int(),
      name: z.string(),
      contentType: z.string(),
      state: z.enum(FILE_STATES),
      /** Another version counts by now; this one stays the evidence. */
      isOlder: z.boolean(),
    })
    .nullable(),
  url: z.string(),
  seenOn: day.nullable(),
});

export const measurement = z.object({
  id,
  indicatorId: itemId,
  day,
  value: figure,
  numerator: figure,
  denominator: figure,
  note: z.string(),
  state: z.enum(MEASUREMENT_STATES),
  /** `earlier`: typed before measurements were kept. */
  origin: z.enum(MEASUREMENT_ORIGINS),
  /** The accepted one that it corrects. */
  replacesId: id.nullable(),
  /** Why it was returned last. */
  reason: z.string().nullable(),
  evidence: z.array(evidence),
  author: person,
  submittedAt: instant,
  due: instant,
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
  recordedAt: instant,
  /** What a change or decision sends back. */
  version: storedVersion,
  mayEdit: z.boolean(),
  /** The reader may send another in its place. */
  mayCorrect: z.boolean(),
  /** To accept or return it; null where it is never the reader's. */
  decide: decisionOffer.nullable(),
});
export type Measurement = z.infer<typeof measurement>;

export const projectIndicators = z.object({
  /** What accepted measurements come to, of each indicator that has any. */
  values: z.array(
    z.object({
      indicatorId: itemId,
      value: figure,
      /** Of what is told in words; else empty. */
      words: z.string(),
      measurements: z.number().int(),
      /** Of the latest one. */
      day,
    }),
  ),
  /** Latest first; empty for who may not read all of the project. */
  measurements: z.array(measurement),
  /** Whether the reader may record; null where it is never theirs. */
  record: offer.nullable(),
  /** Who decides what waits; empty where the office does or nothing waits. */
  deciders: z.array(person),
  earliest: day.nullable(),
  today: day,
});
export type ProjectIndicators = z.infer<typeof projectIndicators>;

export const getIndicators = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/indicators',
  permission: 'active',
  summary: 'What the indicators of a project have come to, with their measurements',
  params: projectParams,
  output: projectIndicators,
});

const measurementParams = projectParams.extend({ measurement: z.string() });
const written = z.object({ id, version: storedVersion });

/** `id` is made by the browser once per form: sent again after a lost answer it is one measurement. */
export const newMeasurement = measurementFields.extend({
  id,
  indicatorId: itemId,
  /** The accepted one whose place it takes once it is accepted. */
  replacesId: id.nullable().default(null),
});
export type NewMeasurement = z.output<typeof newMeasurement>;

export const recordMeasurement = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/measurements',
  permission: 'active',
  summary: 'Send a measurement of an indicator, or the correction of an accepted one',
  params: projectParams,
  body: newMeasurement,
  output: written,
});

/** What came back is sent again by this. A stale `version` answers 409 with `newerEntry` and its `state`. */
export const saveMeasurement = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/measurements/:measurement',
  permission: 'active',
  summary: 'Change a measurement that does not count yet',
  params: measurementParams,
  body: measurementFields.extend({ version: storedVersion }),
  output: written,
});

export const removeMeasurement = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/measurements/:measurement',
  permission: 'active',
  summary: 'Take back a measurement that does not count yet',
  params: measurementParams,
  output: z.object({}),
});

export const MOST_DECIDED = 200;
/** All or none: one that somebody changed or decided since answers 409 with `newerEntry` and its `state`. */
export const decideMeasurements = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/measurements/decision',
  permission: 'active',
  summary: 'Accept or return measurements that wait',
  params: projectParams,
  body: z.object({
    accept: z.boolean(),
    /** Needed to return, and by who decides as the last possible one. */
    reason: text(2000).default(''),
    measurements: z
      .array(z.object({ id, version: storedVersion }))
      .min(1)
      .max(MOST_DECIDED)
      .refine(all => new Set(all.map(m => m.id)).size === all.length, 'Hay mediciones repetidas.'),
  }),
  output: z.object({ decided: z.number().int() }),
});

import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { SECTION_SLUGS } from '../../../domain/sections/index.ts';
import { instant, version } from '../../../domain/text/rules.ts';
import { person, projectParams, projectStatus } from '../contract.ts';

/** What is missing to submit, with the path of each field, and progress by section (see the domain). */
export const completeness = z.object({
  missing: z
    .array(
      z.object({ section: z.enum(SECTION_SLUGS), path: z.string(), label: z.string(), message: z.string() }),
    )
    .readonly(),
  bySection: z.partialRecord(z.enum(SECTION_SLUGS), z.object({ done: z.number(), total: z.number() })),
});

export const projectSection = z.object({
  slug: z.enum(SECTION_SLUGS),
  /** 0 until somebody saves it. */
  version: z.number().int(),
  data: z.record(z.string(), z.unknown()),
  updatedAt: instant.nullable(),
  updatedBy: person.nullable(),
  mayEdit: z.boolean(),
  /** While running: only actual figures may be changed, the rest is kept as stored. */
  actualsOnly: z.boolean(),
  /** Why not, when `mayEdit` is false. */
  reason: z.string().nullable(),
});
export type ProjectSection = z.infer<typeof projectSection>;

/** What a 409 of a save brings along in `extra`: the stored values to show beside the reader's own. */
export const staleSection = z.object({
  version: z.number().int(),
  data: z.record(z.string(), z.unknown()),
  updatedAt: instant.nullable(),
  updatedBy: person.nullable(),
});

/**
 * Saves a draft of one section. `version` is the one the reader started from; a stale one answers 409 with
 * `staleSection`. All field errors come at once, with paths inside `data`.
 */
export const saveSection = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/sections/:section',
  permission: 'active',
  summary: 'Save one section',
  params: projectParams.extend({ section: z.string() }),
  body: z.object({ version, data: z.record(z.string(), z.unknown()) }),
  output: z.object({
    version: z.number().int(),
    savedAt: instant,
    /** As stored: trimmed, with defaults. */
    data: z.record(z.string(), z.unknown()),
    completeness,
  }),
});

export const historyEntry = z.object({
  id: z.number().int(),
  at: instant,
  actor: person.nullable(),
  onBehalfOf: person.nullable(),
  /** The head in whose place a deputy acted. */
  deputyOf: person.nullable(),
  action: z.string(),
  /** What happened, e.g. `Visto bueno`. */
  label: z.string(),
  from: projectStatus.nullable(),
  to: projectStatus,
  reason: z.string().nullable(),
  comment: z.string().nullable(),
  /** Why the step went to whom it did. */
  note: z.string().nullable(),
  undone: z.boolean(),
  /** All sections as they were then can be read. */
  hasSnapshot: z.boolean(),
});
export type HistoryEntry = z.infer<typeof historyEntry>;

/** Sections by slug as they were at a submit, for showing differences between versions. */
export const getSnapshot = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/history/:entry',
  permission: 'active',
  summary: 'All sections as they were at a submit',
  params: projectParams.extend({ entry: z.string() }),
  output: z.object({
    at: instant,
    sections: z.record(z.string(), z.record(z.string(), z.unknown())),
    /** Names of what those sections refer to by id, also of what the project no longer does. */
    labels: z.record(z.string(), z.string()),
  }),
});

import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { instant, version } from '../../domain/text/rules.ts';
import { person, projectParams } from '../project-record/contract.ts';

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
  }),
});

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

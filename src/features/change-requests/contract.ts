import { z } from 'zod';
import { CHANGE_SECTIONS } from '../../domain/access/change-requests.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, instant, text, version } from '../../domain/text/rules.ts';
import { kindSlug, person, projectParams } from '../project-record/contract.ts';
import { changedValues, changeRequest } from '../project-record/detail/contract.ts';

/** What the author types; the same rule on both sides. */
export const changeReason = z.object({ reason: text(2000, 1) });

/**
 * `id` is made by the browser once per form. `data` holds the fields that may change; a stale `version` answers 409
 * with `staleSection`.
 */
export const requestChange = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/changes',
  permission: 'active',
  summary: 'Ask to change team, dates or budget of an approved project',
  params: projectParams,
  body: changeReason.extend({
    id,
    section: z.enum(CHANGE_SECTIONS),
    version,
    data: changedValues,
  }),
  output: z.object({
    id,
    /** It only moved money between categories, within what needs no request: the Ficha has it already. */
    applied: z.boolean(),
  }),
});

const params = projectParams.extend({ change: z.string() });

/** What a 409 brings along in `extra` when the request was settled before. */
export const settledChange = z.object({
  state: changeRequest.shape.state,
  by: person.nullable(),
  at: instant.nullable(),
});

/** Accepting writes the change into the section; when that changed meanwhile, 409 with `staleSection`. */
export const decideChange = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/changes/:change/decision',
  permission: 'active',
  summary: 'Accept or refuse a requested change',
  params,
  body: z.object({
    accept: z.boolean(),
    /** The section's version the reader looked at. */
    version,
    /** Needed to refuse. */
    reason: text(2000).optional(),
  }),
  output: z.object({ id }),
});

export const withdrawChange = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/changes/:change/withdrawal',
  permission: 'active',
  summary: 'Take back a requested change',
  params,
  output: z.object({ id }),
});

/** A requested change that the reader is to decide. */
export const waitingChange = z.object({
  id,
  project: z.object({ id, kind: kindSlug, code: z.string(), title: z.string() }),
  section: changeRequest.shape.section,
  author: person,
  createdAt: instant,
  due: instant,
  overdue: z.boolean(),
});
export type WaitingChange = z.infer<typeof waitingChange>;

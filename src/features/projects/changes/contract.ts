import { z } from 'zod';
import { CHANGE_SECTIONS } from '../../../domain/access/change-requests.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id, instant, text, version } from '../../../domain/text/rules.ts';
import { person, projectParams, turn } from '../contract.ts';

/** Values of the fields asked to change, by name. */
const values = z.record(z.string(), z.unknown());

/** A request to change what approval froze. */
export const changeRequest = z.object({
  id,
  section: z.enum(CHANGE_SECTIONS),
  reason: z.string(),
  state: z.enum(['open', 'accepted', 'refused', 'withdrawn']),
  author: person,
  onBehalfOf: person.nullable(),
  createdAt: instant,
  /** What is there now while the request is open, then what was there when it was decided. */
  before: values,
  after: values,
  /** The section changed after the request was made. */
  stale: z.boolean(),
  /** The section's version that `before` shows; accepting sends it back. */
  version: z.number().int(),
  /** Names of the people in `before` and `after`. */
  names: z.record(z.string(), z.string()),
  /** Who decides; `null` once decided. */
  turn: turn.nullable(),
  /** Why it went to whom it did. */
  note: z.string().nullable(),
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
  answer: z.string().nullable(),
  /** Why the reader may not decide; `null` when the reader may, or never does. */
  refusal: z.string().nullable(),
  mayDecide: z.boolean(),
  /** The last possible administrator decides despite a conflict: accepting asks for a reason too. */
  lastResort: z.boolean(),
  mayWithdraw: z.boolean(),
});
export type ChangeRequest = z.infer<typeof changeRequest>;

/** Whether the reader may ask for changes, and if not yet, why; `null` where it is never theirs to ask. */
export const changeOffer = z.object({ allowed: z.boolean(), reason: z.string().nullable() }).nullable();

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
    data: values,
  }),
  output: z.object({ id }),
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

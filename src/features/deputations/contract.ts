import { z } from 'zod';
import { DEPUTATION_STATES } from '../../domain/catalogues/deputies.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { day, id, instant, plannedDay, text } from '../../domain/text/rules.ts';
import { person } from '../project-record/contract.ts';

export const deputation = z.object({
  id,
  /** The head who is away, and who holds their steps meanwhile. */
  principal: person,
  deputy: person,
  /** Both included. */
  firstDay: day,
  lastDay: day,
  reason: z.string(),
  state: z.enum(DEPUTATION_STATES),
  /** False while the deputy may not stand in: blocked, or an external reviewer by now. The head holds meanwhile. */
  effective: z.boolean(),
  /** When it was ended before its last day. */
  endedAt: instant.nullable(),
  /** The reader may end it, or take that back. */
  mayEnd: z.boolean(),
});
export type Deputation = z.infer<typeof deputation>;

export const listDeputations = endpoint({
  method: 'GET',
  path: '/deputations',
  permission: 'active',
  summary: 'Deputations under way and to come: one’s own, or for administrators those of anybody',
  query: z.object({
    /** Only those of this person, as head or as deputy; without it, for others than administrators, one’s own. */
    person: id.optional(),
  }),
  output: z.object({
    /** Heads a school or a faculty, so a deputy can be named. */
    heads: z.boolean(),
    rows: z.array(deputation),
  }),
});

/** Both days are included. */
export const newDeputation = z.object({
  principalId: id,
  deputyId: id,
  firstDay: plannedDay,
  lastDay: plannedDay,
  reason: text(2000).default(''),
});

export const nameDeputy = endpoint({
  method: 'POST',
  path: '/deputations',
  permission: 'active',
  summary: 'Name who holds a head’s steps from one day to another',
  body: newDeputation,
  output: deputation,
});

/** `ended: false` takes an early end back, while the last day has not passed and nobody else was named. */
export const endDeputation = endpoint({
  method: 'PUT',
  path: '/deputations/:id/ended',
  permission: 'active',
  summary: 'End a deputation before its last day, or take that back',
  params: z.object({ id }),
  body: z.object({ ended: z.boolean() }),
  output: deputation,
});

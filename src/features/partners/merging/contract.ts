import { z } from 'zod';
import { organisationType } from '../../../domain/catalogues/organisations.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { id, listQuery, pageOf } from '../../../domain/text/rules.ts';

/** What tells two organisations apart. */
const side = z.object({
  id,
  name: z.string(),
  rut: z.string().nullable(),
  type: organisationType,
  comuna: z.string().nullable(),
  active: z.boolean(),
  /** Of any status. */
  projects: z.number().int(),
  agreements: z.number().int(),
  contact: z.string(),
});
export type PairSide = z.infer<typeof side>;

const pair = z.object({
  /** Both ids, `a.b`. */
  id: z.string(),
  a: side,
  b: side,
  /** How much their names are alike, 0 to 1. */
  likeness: z.number(),
  distinctBy: z.string().nullable(),
});
export type Pair = z.infer<typeof pair>;

export const pairsQuery = listQuery(['likeness', 'name'], '-likeness').extend({
  /** `open`: to be looked at; `distinct`: the office said that they are two. */
  state: z.enum(['open', 'distinct']).default('open'),
});
export const listPairs = endpoint({
  method: 'GET',
  path: '/partners/pairs',
  permission: 'partners.manage',
  summary: 'Organisations that may be one, the most alike first',
  query: pairsQuery,
  output: pageOf(pair).extend({
    /** Organisations that are still to be compared to the others. */
    pending: z.number().int(),
  }),
});

export const judgePair = endpoint({
  method: 'PUT',
  path: '/partners/pairs/:a/:b',
  permission: 'partners.manage',
  summary: 'Say that two organisations are distinct, or take that back',
  params: z.object({ a: id, b: id }),
  body: z.object({ distinct: z.boolean() }),
  output: z.object({ distinct: z.boolean() }),
});

export const previewMerge = endpoint({
  method: 'GET',
  path: '/partners/:id/merge',
  permission: 'partners.manage',
  summary: 'What merging an organisation into another would do',
  params: z.object({ id }),
  query: z.object({ into: id }),
  output: z.object({
    merged: side,
    into: side,
    /** Fields that the kept one lacks and takes over, as the form calls them, with their words. */
    taken: z.array(z.object({ field: z.string(), value: z.string() })),
    /** Both have one and they differ: most likely two. */
    hasOtherRut: z.boolean(),
  }),
});

export const mergeOrganisation = endpoint({
  method: 'POST',
  path: '/partners/:id/merge',
  permission: 'partners.manage',
  summary: 'Merge an organisation into another: every link stays and is shown as of the kept one',
  params: z.object({ id }),
  body: z.object({ into: id }),
  output: z.object({ merge: id, into: id }),
});

export const undoMerge = endpoint({
  method: 'POST',
  path: '/partners/merges/:merge/undo',
  permission: 'partners.manage',
  summary:
    'Undo a merge: what referred to either refers to it again, and what came since stays with the kept one',
  params: z.object({ merge: id }),
  output: z.object({ merged: id, into: id }),
});

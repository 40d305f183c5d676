import { z } from 'zod';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { id, text } from '../../domain/text/rules.ts';

/** What has entries in the search, in the order in which groups stand that found equally good. */
export const SEARCHED = ['project', 'partner', 'person', 'course', 'call'] as const;
export type Searched = (typeof SEARCHED)[number];

/** Hits of each group; there may be more. */
export const HITS = 6;
/** Beyond that it is only said that there are more. */
export const MOST_COUNTED = 200;

const hit = z.object({
  id,
  /** Of projects: part of their address. */
  kind: z.enum(KIND_SLUGS).nullable(),
  /** Of projects and courses. */
  code: z.string().nullable(),
  title: z.string(),
  /** What tells it apart, e.g. its status or its comuna; may be empty. */
  detail: z.string(),
});
export type Hit = z.infer<typeof hit>;

const group = z.object({
  object: z.enum(SEARCHED),
  /** Best first: found by code or RUT, by words of the title, by anything else it says. */
  hits: z.array(hit),
  /** All that the reader may open, up to `MOST_COUNTED`. */
  total: z.number().int(),
  hasMore: z.boolean(),
  /** Found only by words that are spelled alike. */
  maybe: z.boolean(),
});
export type HitGroup = z.infer<typeof group>;

/** Longest text that is looked for. */
export const MOST_TYPED = 200;

export const search = endpoint({
  method: 'GET',
  path: '/search',
  permission: 'active',
  summary: 'Find projects, partners, people, courses and calls; only what the reader may open',
  query: z.object({ q: text(MOST_TYPED) }),
  output: z.object({
    /** The group with the best hits first. */
    groups: z.array(group),
    /** Why nothing was looked for: less than three letters, no letters at all, or only words that are everywhere. */
    refused: z.enum(['short', 'signs', 'common']).nullable(),
  }),
});

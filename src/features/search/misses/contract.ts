import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { listQuery, pageOf, text } from '../../../domain/text/rules.ts';
import { MOST_TYPED } from '../contract.ts';

/** Says that words found nothing; the server looks again, and keeps the words without who typed them. */
export const reportMiss = endpoint({
  method: 'POST',
  path: '/search/misses',
  permission: 'active',
  summary:
    'Report words that found nothing; nothing is kept of who reports, nor words that may name a person',
  body: z.object({ q: text(MOST_TYPED) }),
  /** Whether they were kept is not told: it would say whether a name is known. */
  output: z.object({}),
});

const miss = z.object({
  /** The words, by which a list tells its rows apart. */
  id: z.string(),
  words: z.string(),
  times: z.number().int(),
  /** `yyyy-mm-dd`. */
  firstOn: z.string(),
  lastOn: z.string(),
});
export type SearchMiss = z.infer<typeof miss>;

export const missesQuery = listQuery(['words', 'times', 'firstOn', 'lastOn'], '-times');

export const listMisses = endpoint({
  method: 'GET',
  path: '/search/misses',
  permission: 'settings.manage',
  summary: 'A page of what people looked for and did not find',
  query: missesQuery,
  output: pageOf(miss),
});

export const dismissMiss = endpoint({
  method: 'POST',
  path: '/search/misses/dismissals',
  permission: 'settings.manage',
  summary: 'Take words off the list; they come back when they find nothing again',
  body: z.object({ words: z.string().min(1).max(100) }),
  output: z.object({ words: z.string() }),
});

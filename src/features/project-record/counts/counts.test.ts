import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openDatabase } from '../../../db/pool.ts';
import { rememberCounts } from './queries.ts';

// Nothing is asked of it: what was counted is kept for each database apart.
const db = openDatabase('postgres://nobody@localhost/none');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('keeps a count for ten seconds, for its key and database, and nothing without a key', () => {
  const counts = rememberCounts();
  counts.keep(db, 'a', { stamp: '1' });
  counts.keep(db, null, { stamp: '2' });
  expect([counts.known(db, 'a'), counts.known(db, 'b'), counts.known(db, null)]).toEqual([
    { stamp: '1' },
    undefined,
    undefined,
  ]);
  expect(counts.known(openDatabase('postgres://nobody@localhost/other'), 'a')).toBeUndefined();
  vi.advanceTimersByTime(10_000);
  expect(counts.known(db, 'a')).toBeUndefined();
});

it('after a change one counts for all who wait, and once more for who has seen a later one', async () => {
  const counts = rememberCounts<{ stamp: string }>();
  const begun: PromiseWithResolvers<{ stamp: string }>[] = [];
  const count = () => {
    const counting = Promise.withResolvers<{ stamp: string }>();
    begun.push(counting);
    return counting.promise;
  };
  const early = [counts.since(db, 'a', '9', count), counts.since(db, 'a', '9', count)];
  const late = counts.since(db, 'a', '10', count);
  expect(begun).toHaveLength(1);
  begun[0]?.resolve({ stamp: '9' });
  expect(await Promise.all(early)).toEqual([{ stamp: '9' }, { stamp: '9' }]);
  await vi.waitFor(() => expect(begun).toHaveLength(2));
  begun[1]?.resolve({ stamp: '11' });
  expect(await late).toEqual({ stamp: '11' });
  // What was counted later serves whoever read before.
  expect(await counts.since(db, 'a', '9', count)).toEqual({ stamp: '11' });
  expect(begun).toHaveLength(2);
});

it('a count that failed is told to those who waited, and not remembered', async () => {
  const counts = rememberCounts<{ stamp: string }>();
  const waiting = [1, 2].map(() => counts.since(db, 'a', '1', () => Promise.reject(new Error('lost'))));
  for (const one of waiting) await expect(one).rejects.toThrow('lost');
  expect(await counts.since(db, 'a', '1', async () => ({ stamp: '1' }))).toEqual({ stamp: '1' });
});

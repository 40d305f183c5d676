import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harshnessOf, isAdjusted, LEAST_REVIEWS, type ScoredReview } from './harshness.ts';
import { finalScore } from './scoring.ts';

const PEOPLE = ['ana', 'beto', 'carla', 'dario'];
/** Scores by reviewer, of proposals 0, 1, 2…; `null` where somebody did not review one. */
const reviewsOf = (given: Record<string, readonly (number | null)[]>): ScoredReview[] =>
  Object.entries(given).flatMap(([userId, scores]) =>
    scores.flatMap((score, n) => (score === null ? [] : [{ userId, projectId: `p${n}`, score }])),
  );
/** Whole hundredths, as scores are. */
const score = fc.integer({ min: 0, max: 10_000 }).map(n => n / 100);
const reviews = fc
  .record(Object.fromEntries(PEOPLE.map(p => [p, fc.array(fc.option(score), { maxLength: 12 })])))
  .map(reviewsOf);

describe('harshness', () => {
  it('lifts whoever scored below all, and lowers whoever scored above', () => {
    const { mean, reviewers, adjusted } = harshnessOf(
      reviewsOf({ ana: [60, 70, 80], beto: [80, 90, 100], carla: [null, 80, 80] }),
    );
    expect(mean).toBe(80);
    expect(reviewers).toEqual([
      { userId: 'ana', reviews: 3, mean: 70, difference: -10, shift: 10 },
      { userId: 'carla', reviews: 2, mean: 80, difference: 0, shift: 0 },
      { userId: 'beto', reviews: 3, mean: 90, difference: 10, shift: -10 },
    ]);
    expect([...adjusted]).toEqual([
      ['p0', 70],
      ['p1', 80],
      ['p2', 86.67],
    ]);
  });

  it('has nothing to say without reviews', () =>
    expect(harshnessOf([])).toEqual({ mean: null, reviewers: [], adjusted: new Map() }));

  it('may leave the scale, rather than press the best together', () => {
    const { adjusted } = harshnessOf(reviewsOf({ ana: [60, 60, 99], beto: [100, 100, null, 100] }));
    expect(adjusted.get('p2')).toBeGreaterThan(100);
  });

  it('corrects whoever gives all the same proposals so many points less', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 2000, max: 10_000 }), { minLength: LEAST_REVIEWS, maxLength: 20 }),
        fc.integer({ min: 1, max: 2000 }),
        (scores, less) => {
          const mild = scores.map(n => n / 100);
          const harsh = scores.map(n => (n - less) / 100);
          const { reviewers, adjusted } = harshnessOf(reviewsOf({ mild, harsh }));
          expect(reviewers.map(r => r.userId)).toEqual(['harsh', 'mild']);
          expect(reviewers.map(r => r.shift)).toEqual([
            expect.closeTo(less / 200, 1),
            expect.closeTo(-less / 200, 1),
          ]);
          // Both then say of each proposal what lies between them.
          for (const [n, one] of mild.entries())
            expect(adjusted.get(`p${n}`)).toBeCloseTo(one - less / 200, 1);
        },
      ),
    );
  });

  it('changes no score where all scored alike', () => {
    fc.assert(
      fc.property(fc.array(score, { minLength: LEAST_REVIEWS, maxLength: 20 }), scores => {
        const { adjusted } = harshnessOf(reviewsOf({ ana: scores, beto: scores }));
        for (const [n, one] of scores.entries()) expect(adjusted.get(`p${n}`)).toBeCloseTo(one, 1);
      }),
    );
  });

  it('moves nobody past another when everybody is shifted the same', () => {
    fc.assert(
      fc.property(reviews, fc.integer({ min: -1000, max: 1000 }), (some, more) => {
        const before = harshnessOf(some);
        const after = harshnessOf(some.map(r => ({ ...r, score: r.score + more })));
        // Apart by more than rounding may take from each.
        for (const [one, x] of before.adjusted)
          for (const [other, y] of before.adjusted)
            if (x > y + 0.1) expect(after.adjusted.get(one)).toBeGreaterThan(after.adjusted.get(other) ?? 0);
        const shifts = new Map(after.reviewers.map(r => [r.userId, r.shift]));
        for (const { userId, shift } of before.reviewers)
          expect(Math.abs((shifts.get(userId) ?? 99) - shift)).toBeLessThan(0.025);
      }),
    );
  });

  it('takes from some what it gives to others, where all are adjusted', () => {
    fc.assert(
      fc.property(reviews, some => {
        const all = harshnessOf(some).reviewers;
        fc.pre(all.every(isAdjusted));
        const left = all.reduce((sum, r) => sum + r.reviews * r.shift, 0);
        // Each shift is of two means in hundredths.
        expect(Math.abs(left)).toBeLessThanOrEqual(0.0101 * some.length);
      }),
    );
  });

  it('leaves alone whoever reviewed little, and each proposal that only such people scored', () => {
    fc.assert(
      fc.property(reviews, some => {
        const { reviewers, adjusted } = harshnessOf(some);
        const few = new Set(reviewers.filter(r => r.reviews < LEAST_REVIEWS).map(r => r.userId));
        for (const r of reviewers) if (few.has(r.userId)) expect(r.shift).toBe(0);
        for (const [id, found] of adjusted) {
          const own = some.filter(r => r.projectId === id);
          if (own.every(r => few.has(r.userId))) expect(found).toBe(finalScore(own.map(r => r.score)));
        }
      }),
    );
  });
});

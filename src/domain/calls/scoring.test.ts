import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_KINDS } from '../kinds/index.ts';
import {
  finalScore,
  heaviestOf,
  isEnough,
  type Marks,
  type ReviewDraft,
  reviewGaps,
  reviewsNeeded,
  scoreOf,
  spreadOf,
} from './scoring.ts';

const criteria = FIRST_KINDS.fexs.rubric?.criteria ?? [];
const marked = (points: readonly (number | null)[]): Marks =>
  Object.fromEntries(
    criteria.map((c, n) => [c.id, { points: points[n] ?? null, justification: 'Porque sí.' }]),
  );
const draft = (more: Partial<ReviewDraft> = {}): ReviewDraft => ({
  marks: marked([5, 5, 5, 5, 5]),
  authorComment: 'Buena propuesta.',
  officeComment: '',
  recommendation: 'award',
  ...more,
});

describe('the score', () => {
  it.each([
    [[5, 5, 5, 5, 5], 100],
    [[0, 0, 0, 0, 0], 0],
    [[3, 4, 5, 2, 1], 64],
    [[5, null, null, null, null], 20],
  ])('%j makes %d', (points, score) => {
    expect(scoreOf(criteria, marked(points))).toBe(score);
  });

  it('stays within 0 and 100 and never falls when a mark rises', () => {
    const points = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 5, maxLength: 5 });
    fc.assert(
      fc.property(points, fc.nat(4), (given, at) => {
        const score = scoreOf(criteria, marked(given));
        const raised = scoreOf(criteria, marked(given.map((p, n) => (n === at ? Math.min(5, p + 1) : p))));
        expect(score).toBeGreaterThanOrEqual(0);
        expect(raised).toBeLessThanOrEqual(100);
        expect(raised).toBeGreaterThanOrEqual(score);
      }),
    );
  });

  it('is the mean of the confirmed reviews, the third included', () => {
    expect(finalScore([])).toBeNull();
    expect(finalScore([80, 60])).toBe(70);
    expect(finalScore([90, 50, 70.5])).toBe(70.17);
    expect(spreadOf([90, 50, 70])).toBe(40);
    expect(spreadOf([90])).toBe(0);
  });
});

describe('how many reviews', () => {
  const rules = { reviews: 2, gap: 20 };
  it.each([
    [[], 2, false],
    [[80], 2, false],
    [[80, 60], 2, true],
    [[80, 59.99], 3, false],
    [[80, 20, 50], 3, true],
  ])('with %j it takes %d', (scores, needed, enough) => {
    expect(reviewsNeeded(scores, rules)).toBe(needed);
    expect(isEnough(scores, rules)).toBe(enough);
  });

  it('no third while the authors of two that are far apart look for a consensus', () => {
    expect([reviewsNeeded([80, 20], rules, true), isEnough([80, 20], rules)]).toEqual([2, false]);
  });
});

describe('what a review lacks', () => {
  it('nothing when every criterion has points and words, and there is a comment and a recommendation', () => {
    expect(reviewGaps(criteria, draft())).toEqual([]);
  });

  it('names all of it at once', () => {
    const gaps = reviewGaps(criteria, {
      marks: { ...marked([null, 6, 2.5, 4, 4]), budget: { points: 4, justification: ' ' } },
      authorComment: '',
      officeComment: '',
      recommendation: null,
    });
    expect(gaps.map(g => g.path)).toEqual([
      'marks.relevance.points',
      'marks.budget.justification',
      'marks.codesign.points',
      'marks.coherence.points',
      'authorComment',
      'recommendation',
    ]);
  });

  it('a mark of no criterion is refused', () => {
    const marks = { ...draft().marks, other: { points: 1, justification: '' } };
    expect(reviewGaps(criteria, draft({ marks })).map(g => g.path)).toEqual(['marks.other']);
  });
});

it('ties are broken by the heaviest criterion, the first of equals', () => {
  expect(heaviestOf(criteria)?.id).toBe('coherence');
  expect(heaviestOf(FIRST_KINDS.incs.rubric?.criteria ?? [])?.id).toBe('innovation');
  expect(heaviestOf([])).toBeUndefined();
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIRST_FORMULA, type ScoreFormula, scoreFormula } from '../settings/score-formula.ts';
import { formulaText, scoreOf, TERM_NAMES, type TermCounts } from './score.ts';

const ofEach = (value: readonly [number | null, number | null]): TermCounts =>
  Object.fromEntries(TERM_NAMES.map(name => [name, value])) as TermCounts;
const only = (name: (typeof TERM_NAMES)[number], weight = 10, goal = 100): ScoreFormula =>
  scoreFormula.parse(
    Object.fromEntries(
      TERM_NAMES.flatMap(each => [
        [`${each}Weight`, each === name ? weight : 0],
        [`${each}Goal`, goal],
      ]),
    ),
  );

const anyFormula = fc
  .tuple(
    ...TERM_NAMES.map(() => fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 100 }))),
  )
  .map(values =>
    scoreFormula.parse(
      Object.fromEntries(
        TERM_NAMES.flatMap((name, n) => [
          [`${name}Weight`, values[n]?.[0]],
          [`${name}Goal`, values[n]?.[1]],
        ]),
      ),
    ),
  );
const anyCounts: fc.Arbitrary<TermCounts> = fc.record(
  Object.fromEntries(
    TERM_NAMES.map(name => [
      name,
      fc.tuple(fc.nat(1000), fc.nat(1000)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
    ]),
  ) as Record<(typeof TERM_NAMES)[number], fc.Arbitrary<readonly [number, number]>>,
);

describe('the composite score', () => {
  test('is 100 where every term is complete and 0 where nothing was done', () => {
    expect(scoreOf(FIRST_FORMULA, ofEach([7, 7])).score).toBeCloseTo(100, 10);
    expect(scoreOf(FIRST_FORMULA, ofEach([0, 7])).score).toBe(0);
  });

  test('is that of its only term', () => {
    const counts = { ...ofEach([0, 5]), people: [30, 40] } as const;
    expect(scoreOf(only('people'), counts).score).toBeCloseTo(75, 10);
  });

  test('gives the whole weight from the goal on, and no more beyond it', () => {
    const counts = { ...ofEach([0, 5]), people: [30, 40] } as const;
    expect(scoreOf(only('people', 10, 75), counts).score).toBeCloseTo(100, 10);
    expect(scoreOf(only('people', 10, 50), counts).score).toBeCloseTo(100, 10);
  });

  test('leaves out what has nothing to count', () => {
    const counts = { ...ofEach([null, null]), indicators: [1, 2] } as const;
    const { score, terms } = scoreOf(FIRST_FORMULA, counts);
    expect(score).toBeCloseTo(50, 10);
    expect(terms.find(({ name }) => name === 'people')).toMatchObject({ share: null, points: 0 });
  });

  test('is none without weights or without anything to count', () => {
    expect(scoreOf(only('people', 0), ofEach([1, 2])).score).toBeNull();
    expect(scoreOf(FIRST_FORMULA, ofEach([null, 0])).score).toBeNull();
    // What counts has nothing, what has something does not count.
    expect(scoreOf(only('people'), { ...ofEach([1, 2]), people: [0, 0] }).score).toBeNull();
  });

  test('stays between 0 and 100, and grows with each part', () => {
    fc.assert(
      fc.property(anyFormula, anyCounts, fc.constantFrom(...TERM_NAMES), (formula, counts, name) => {
        const { score } = scoreOf(formula, counts);
        if (score === null) return;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100 + 1e-9);
        const [part, whole] = counts[name] as [number, number];
        const more = scoreOf(formula, { ...counts, [name]: [Math.min(part + 1, whole), whole] });
        expect(more.score ?? 0).toBeGreaterThanOrEqual(score - 1e-9);
      }),
    );
  });
});

describe('the formula in words', () => {
  test('says what weighs, with goals below 100 %', () => {
    expect(formulaText({ ...only('people', 30, 80), indicatorsWeight: 20, indicatorsGoal: 100 })).toBe(
      'Puntaje = 100 × (30 × Personas ÷ 80 % + 20 × Indicadores) ÷ 50',
    );
  });
  test('says where nothing weighs', () => {
    expect(formulaText(only('people', 0))).toBe('Ningún término pesa: no hay puntaje.');
  });
});

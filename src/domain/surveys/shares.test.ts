import { describe, expect, test } from 'vitest';
import { type Question, question } from './questions.ts';
import { partLabel, promotersOf, scaleWords, sharesOf } from './shares.ts';

const read = (given: object): Question => question.parse({ key: 'q', text: '¿Qué tal?', ...given });
const options = [
  { value: 'a', label: 'Mujeres' },
  { value: 'b', label: 'Varones' },
  { value: 'c', label: 'otras' },
];
const choice = read({ kind: 'choice', options, divides: true });
const several = read({ kind: 'multiple', options });
const scale = (from: number, to: number, more: object = {}) => read({ kind: 'scale', from, to, ...more });

describe('shares', () => {
  test('are of who answered, in the order of what may be answered', () => {
    const { answered, without, choices } = sharesOf(choice, 10, { b: 6, '': 2, a: 2 });
    expect([answered, without]).toEqual([8, 2]);
    expect(choices.map(c => [c.label, c.count, c.percent])).toEqual([
      ...[
        ['Mujeres', 2, 25],
        ['Varones', 6, 75],
        ['otras', 0, 0],
      ],
    ]);
  });

  test('of several options come to more than all', () => {
    const percents = sharesOf(several, 5, { a: 5, b: 4 }).choices.map(c => c.percent);
    expect(percents).toEqual([100, 80, 0]);
  });

  test('of nobody are none', () => {
    expect(sharesOf(scale(1, 3), 5, { '': 5 })).toEqual({
      ...{ answered: 0, without: 5 },
      choices: ['1', '2', '3'].map(value => ({ value, label: value, count: 0, percent: null })),
    });
  });
});

describe('promoters and detractors', () => {
  const counts = { '10': 3, '9': 2, '8': 1, '7': 1, '6': 2, '0': 1 };
  test('are 9 and 10, and 0 to 6', () => {
    const nps = scale(0, 10);
    expect(promotersOf(nps, sharesOf(nps, 10, counts))).toEqual({ promoters: 50, detractors: 30 });
  });
  test('are of no other scale, and of no answers none', () => {
    for (const other of [scale(1, 10), scale(0, 9), choice])
      expect(promotersOf(other, sharesOf(other, 10, counts))).toBeNull();
    expect(promotersOf(scale(0, 10), sharesOf(scale(0, 10), 5, { '': 5 }))).toBeNull();
  });
});

describe('words', () => {
  test('of a part name what it takes together, in the order of the question', () => {
    expect(partLabel([several, choice], ['c', 'b'])).toBe('Varones y otras');
    expect(partLabel([choice], ['', 'a'])).toBe('Mujeres y Sin respuesta');
    expect(partLabel([choice], [''])).toBe('Sin respuesta');
    expect(partLabel([choice], [])).toBe('');
  });
  test('of a scale say what its ends mean', () => {
    expect(scaleWords(scale(1, 7, { low: 'Muy malo', high: 'Muy bueno' }))).toBe(
      '1 (Muy malo) a 7 (Muy bueno)',
    );
    expect(scaleWords(scale(1, 5))).toBe('1 a 5');
    expect(scaleWords(choice)).toBe('Mujeres, Varones y otras');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerData } from './answers.ts';
import { LEAST_ANSWERS, partsOf } from './parts.ts';
import type { Question } from './questions.ts';
import { countAnswers } from './tallies.ts';

const VALUES = ['a', 'b', 'c', 'd', 'e'];
const QUESTIONS: Question[] = [
  {
    ...{ key: 'rol', kind: 'choice', text: '¿Quién?', help: '', required: false, divides: true },
    options: VALUES.map(value => ({ value, label: value })),
  },
  {
    ...{ key: 'nota', kind: 'scale', text: '¿Cuánto?', help: '', required: false },
    from: 1,
    to: 5,
    low: '',
    high: '',
  },
  {
    ...{ key: 'temas', kind: 'multiple', text: '¿Qué?', help: '', required: false },
    options: VALUES.map(value => ({ value, label: value })),
  },
  { key: 'dice', kind: 'text', text: '¿Algo?', help: '', required: false },
];
const answer = fc.record(
  {
    rol: fc.constantFrom(...VALUES),
    nota: fc.constantFrom('1', '2', '3', '4', '5'),
    temas: fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1 }),
    dice: fc.string({ minLength: 1 }),
  },
  { requiredKeys: [] },
);
const answers: fc.Arbitrary<AnswerData[]> = fc.array(answer, { maxLength: 60 });

describe('parts of results', () => {
  it('are never so that two of them, or one and the whole, differ by one to four', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12), { minLength: 1, maxLength: 8 }), counts => {
        const parts = partsOf(counts.map((n, i) => ({ value: String(i), answers: n })));
        const all = counts.reduce((a, b) => a + b, 0);
        expect(parts.length).not.toBe(1);
        if (parts.length > 0) expect(parts.reduce((sum, p) => sum + p.answers, 0)).toBe(all);
        for (const part of parts) {
          expect(part.answers).toBeGreaterThanOrEqual(LEAST_ANSWERS);
          expect(all - part.answers).toBeGreaterThanOrEqual(LEAST_ANSWERS);
        }
        const choices = parts.flatMap(p => p.choices);
        expect(new Set(choices).size).toBe(choices.length);
      }),
      { numRuns: 500 },
    );
  });

  it('take small ones together with the smallest others, in the order of the options', () => {
    const share = (...all: [string, number][]) => partsOf(all.map(([value, n]) => ({ value, answers: n })));
    expect(share(['a', 10], ['b', 3], ['c', 7])).toEqual([
      { choices: ['a'], answers: 10 },
      { choices: ['b', 'c'], answers: 10 },
    ]);
    expect(share(['a', 5], ['b', 0], ['', 5])).toEqual([
      { choices: ['a'], answers: 5 },
      { choices: [''], answers: 5 },
    ]);
    expect(share(['a', 9], ['b', 1])).toEqual([]);
    expect(share(['a', 20])).toEqual([]);
    expect(share(['a', 2], ['b', 2], ['c', 2], ['d', 6])).toEqual([
      { choices: ['a', 'b', 'c'], answers: 6 },
      { choices: ['d'], answers: 6 },
    ]);
    expect(share()).toEqual([]);
  });
});

describe('counted answers', () => {
  it('come to the whole in every part, and are nothing below five', () => {
    fc.assert(
      fc.property(answers, all => {
        const { parts, tallies, comments } = countAnswers(QUESTIONS, all);
        if (all.length < LEAST_ANSWERS) {
          expect([parts, tallies, comments]).toEqual([[], [], []]);
          return;
        }
        expect(parts[0]).toEqual({ choices: [], answers: all.length });
        expect(comments).toHaveLength(all.filter(a => Object.hasOwn(a, 'dice')).length);
        expect(tallies.some(t => t.question === 'dice')).toBe(false);
        for (const [part, { answers: base }] of parts.entries())
          for (const key of ['rol', 'nota']) {
            const own = tallies.filter(t => t.part === part && t.question === key);
            expect(own.reduce((sum, t) => sum + t.count, 0)).toBe(base);
          }
        // What the parts say of a value is what the whole says of it.
        if (parts.length > 1)
          for (const { question, value, count } of tallies.filter(t => t.part === 0)) {
            const inParts = tallies.filter(t => t.part > 0 && t.question === question && t.value === value);
            expect(inParts.reduce((sum, t) => sum + t.count, 0)).toBe(count);
          }
      }),
      { numRuns: 300 },
    );
  });

  it('does not trip over keys that objects have by themselves', () => {
    const [scale] = QUESTIONS.filter(q => q.kind === 'scale');
    if (!scale) throw new Error('no scale');
    const odd = { ...scale, key: 'constructor' };
    const { tallies } = countAnswers([odd], Array(5).fill({}));
    expect(tallies).toEqual([{ part: 0, question: 'constructor', value: '', count: 5 }]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt } from './excerpt.ts';

describe('the beginning of a text', () => {
  it.each([
    ['Corto', 20, 'Corto'],
    ['  Dos\n\n  líneas ', 20, 'Dos líneas'],
    ['Uno dos tres', 12, 'Uno dos tres'],
    ['Uno dos tres', 11, 'Uno dos…'],
    ['Uno dos tres', 8, 'Uno dos…'],
    ['Uno, dos', 6, 'Uno…'],
    ['x'.repeat(100), 50, `${'x'.repeat(49)}…`],
    [`Ver ${'x'.repeat(100)}`, 60, `Ver ${'x'.repeat(55)}…`],
    ['😀😀😀😀', 3, '😀😀…'],
    ['', 5, ''],
  ])('%j in %i letters is %j', (text, letters, cut) => {
    expect(excerpt(text, letters)).toBe(cut);
  });

  it('is never longer, begins as the text does, and halves no sign', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 2, max: 250 }),
        (text, n) => {
          const cut = excerpt(text, n);
          expect([...cut].length).toBeLessThanOrEqual(n);
          expect(cut.isWellFormed()).toBe(true);
          expect(text.replaceAll(/\s+/g, ' ').trim().startsWith(cut.replace(/…$/, ''))).toBe(true);
        },
      ),
    );
  });
});

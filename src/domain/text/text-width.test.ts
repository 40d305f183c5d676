import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, textWidth } from './text-width.ts';

const size = fc.integer({ min: 6, max: 30 });
const text = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('the width of a text', () => {
  it('is none of none, and grows with size and signs', () => {
    expect(textWidth('', 13)).toBe(0);
    expect(textWidth('il.', 13)).toBeLessThan(textWidth('abc', 13));
    expect(textWidth('abc', 13)).toBeLessThan(textWidth('ABC', 13));
    expect(textWidth('ABC', 13)).toBeLessThan(textWidth('MW%', 13));
    expect(textWidth('Año', 26)).toBeCloseTo(textWidth('Año', 13) * 2);
  });

  it('is that of its parts together', () => {
    fc.assert(
      fc.property(text, text, size, (a, b, high) => {
        expect(textWidth(a + b, high)).toBeCloseTo(textWidth(a, high) + textWidth(b, high), 6);
      }),
    );
  });

  it('counts a sign outside of the basic plane once', () => {
    expect(textWidth('😀', 10)).toBe(textWidth('a', 10));
  });
});

describe('a text cut', () => {
  it('is itself where it fits, also to the hair', () => {
    fc.assert(
      fc.property(text, size, (whole, high) => {
        expect(cutText(whole, high, textWidth(whole, high))).toBe(whole);
      }),
    );
  });

  it('is a beginning with an ellipsis, which fits unless nothing does', () => {
    fc.assert(
      fc.property(text, size, fc.integer({ min: 0, max: 400 }), (whole, high, room) => {
        fc.pre(textWidth(whole, high) > room);
        const cut = cutText(whole, high, room);
        expect(cut.endsWith('…')).toBe(true);
        expect(whole.startsWith(cut.slice(0, -1))).toBe(true);
        if (cut !== '…') expect(textWidth(cut, high)).toBeLessThanOrEqual(room);
      }),
    );
  });

  it('leaves no space before the ellipsis, and takes as many signs as fit', () => {
    expect(cutText('uno dos', 10, textWidth('uno …', 10))).toBe('uno…');
    expect(cutText('abcdefgh', 10, textWidth('abcd…', 10))).toBe('abcd…');
  });
});

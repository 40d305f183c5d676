import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseNumber } from '../text/format.ts';
import { isSmallCount, publicCount } from './small-counts.ts';

describe('a count of people for anybody', () => {
  it.each([
    [0, '0', false],
    [1, '<5', true],
    [4, '<5', true],
    [5, '5', false],
    [1234, '1.234', false],
  ])('%i is shown as %s', (count, shown, small) => {
    expect([publicCount(count), isSmallCount(count)]).toEqual([shown, small]);
  });

  it('is the number itself, or does not tell it', () => {
    fc.assert(
      fc.property(fc.nat(), count => {
        const isTold = parseNumber(publicCount(count)) === count;
        expect(isTold).toBe(!isSmallCount(count));
      }),
    );
  });
});

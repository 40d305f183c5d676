import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandOf, CHROME, contrastOf, FIRST_COLOUR, stripOf } from './colours.ts';
import { institution } from './institution.ts';

const colours = fc.integer({ min: 0, max: 0xffffff }).map(value => `#${value.toString(16).padStart(6, '0')}`);
const HEX = /^#[0-9a-f]{6}$/;

describe('contrast', () => {
  it('is that of WCAG 2', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
    expect(contrastOf('#ff0000', '#ffffff')).toBeCloseTo(4.0, 2);
  });

  it('is the same both ways, and 1 of a colour with itself', () => {
    fc.assert(
      fc.property(colours, colours, (one, other) => {
        expect(contrastOf(one, other)).toBe(contrastOf(other, one));
        expect(contrastOf(one, one)).toBe(1);
      }),
    );
  });
});

describe('the band of a colour', () => {
  it('carries white words, whatever the colour', () => {
    fc.assert(
      fc.property(colours, colour => {
        expect(bandOf(colour)).toMatch(HEX);
        expect(contrastOf(bandOf(colour), '#ffffff')).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 2000 },
    );
  });

  it('is the colour itself where that carries them already, also once it was darkened', () => {
    fc.assert(
      fc.property(colours, colour => {
        if (contrastOf(colour, '#ffffff') >= 4.5) expect(bandOf(colour)).toBe(colour);
        expect(bandOf(bandOf(colour))).toBe(bandOf(colour));
      }),
    );
  });

  it('is darkened no further than it has to be', () => {
    for (const colour of ['#ffffff', '#ffe600', '#ff0000', FIRST_COLOUR])
      expect(contrastOf(bandOf(colour), '#ffffff')).toBeLessThan(4.9);
  });
});

describe('the strip of a colour', () => {
  it('is seen on the top bar, whatever the colour', () => {
    fc.assert(
      fc.property(colours, colour => {
        expect(stripOf(colour)).toMatch(HEX);
        expect(contrastOf(stripOf(colour), CHROME)).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 2000 },
    );
  });

  it('is the colour itself where that is seen already', () => {
    for (const colour of ['#ffffff', '#ffe600', '#ff0000', FIRST_COLOUR])
      expect(stripOf(colour)).toBe(colour);
    expect(contrastOf(stripOf('#000000'), CHROME)).toBeLessThan(3.5);
  });
});

describe('what the office types', () => {
  const colourOf = (colour: string) => institution.safeParse({ name: 'U', colour }).data?.colour;

  it('may be in capitals and between blanks', () => {
    expect(institution.parse({ name: '  Universidad ', colour: ' #0AA8C4 ' })).toEqual({
      ...{ name: 'Universidad', colour: '#0aa8c4' },
    });
  });

  it.each(['', '0aa8c4', '#0aa', '#0aa8c4f', '#gggggg', 'rojo', 'red;}', '#0aa8c4ff'])(
    'is no colour: %s',
    wrong => expect(colourOf(wrong)).toBeUndefined(),
  );
});

import { describe, expect, test } from 'vitest';
import * as palette from './palette.ts';

/** Relative luminance after WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const WHITE = '#ffffff';
const { cyan, magenta, orange, red, green } = palette;
const LIGHT = [WHITE, palette.gray[0], palette.gray[1]];
const DARK = [palette.dark[6], palette.dark[7], palette.dark[8]];

describe.each(Object.entries({ cyan, magenta, orange, red, green }))('%s', (_, scale) => {
  test('text of the light scheme', () => {
    for (const background of [...LIGHT, scale[0]])
      expect(contrast(scale[7], background)).toBeGreaterThanOrEqual(4.5);
  });
  test('text of the dark scheme', () => {
    for (const background of DARK) expect(contrast(scale[4], background)).toBeGreaterThanOrEqual(4.5);
  });
  test('white on a filled button, also under the pointer', () => {
    for (const shade of [scale[7], scale[8]]) expect(contrast(WHITE, shade)).toBeGreaterThanOrEqual(4.5);
  });
  test('text on a tinted background', () => {
    expect(contrast(scale[9], scale[2])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(scale[1], scale[9])).toBeGreaterThanOrEqual(4.5);
  });
});

test('black, dimmed text and the chrome', () => {
  for (const background of LIGHT) {
    expect(contrast(palette.black[8], background)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.gray[7], background)).toBeGreaterThanOrEqual(4.5);
  }
  for (const background of DARK) {
    expect(contrast(palette.dark[0], background)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.dark[2], background)).toBeGreaterThanOrEqual(4.5);
  }
  for (const shade of [0, 1, 2, 3] as const) {
    expect(contrast(palette.black[shade], palette.black[9])).toBeGreaterThanOrEqual(4.5);
  }
});

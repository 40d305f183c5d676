import { describe, expect, test } from 'vitest';
import type { Mark } from './mark.ts';
import { PAPER_INK, type Sheet } from './sheet.ts';
import { toSvg } from './to-svg.ts';
import { drawTotals, type TotalsData } from './totals.ts';

const sheet = (width: number): Sheet => ({ width, size: 13, ink: PAPER_INK, name: 't' });
const totals = (count: number, more: Partial<TotalsData['rows'][number]> = {}): TotalsData => ({
  rows: Array.from({ length: count }, (_, n) => ({
    label: `Cifra ${n}`,
    value: String(n),
    id: String(n),
    ...more,
  })),
  sentence: 'De un vistazo.',
  table: { columns: [{ title: 'Cifra' }], rows: [] },
});
const textsOf = (marks: readonly Mark[]): Mark[] =>
  marks.flatMap(m => (typeof m.content === 'string' ? [m] : textsOf(m.content)));

describe('figures side by side', () => {
  test('each says its words and value, and which it is', () => {
    const { marks } = drawTotals(totals(3), sheet(700));
    expect(marks.map(({ label, id }) => [label, id])).toEqual([
      ['Cifra 0: 0', '0'],
      ['Cifra 1: 1', '1'],
      ['Cifra 2: 2', '2'],
    ]);
  });

  test('break into lines where there is no room, and stay on the sheet', () => {
    const wide = drawTotals(totals(8), sheet(1400));
    const narrow = drawTotals(totals(8), sheet(330));
    expect(narrow.height).toBeGreaterThan(wide.height);
    for (const { width, height, marks } of [wide, narrow])
      for (const { attributes } of textsOf(marks)) {
        expect(Number(attributes.x)).toBeLessThan(width);
        expect(Number(attributes.y)).toBeLessThan(height);
      }
  });

  test('an amount with twelve digits has room beside its neighbour', () => {
    const { marks } = drawTotals(totals(4, { value: '$999.999.999.999' }), sheet(700));
    const xs = [...new Set(textsOf(marks).map(({ attributes }) => Number(attributes.x)))];
    expect(xs).toHaveLength(2);
    expect((xs[1] ?? 0) - (xs[0] ?? 0)).toBeGreaterThan(300);
  });

  test('what is compared stands below', () => {
    const { marks } = drawTotals(totals(1, { other: '2025-1: 4' }), sheet(700));
    expect(textsOf(marks).map(m => m.content)).toEqual(['0', 'Cifra 0', '2025-1: 4']);
    expect(marks[0]?.label).toBe('Cifra 0: 0; 2025-1: 4');
  });

  test('none is an empty drawing', () => {
    expect(toSvg(drawTotals(totals(0), sheet(700)), { family: 'serif' })).toContain('<svg');
  });
});

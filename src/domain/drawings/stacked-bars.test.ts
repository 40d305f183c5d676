import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allMarks,
  DESK,
  drawn,
  flawsOf,
  labelsOf,
  num,
  PHONE,
  SHEETS,
  textsOf,
} from '../../../test/drawings.ts';
import { formatMoney } from '../text/format.ts';
import type { Mark } from './mark.ts';
import { PAPER_INK } from './sheet.ts';
import { drawStackedBars, type StackedBarsData } from './stacked-bars.ts';

const data = (series: readonly string[], rows: StackedBarsData['rows']): StackedBarsData => ({
  series,
  rows,
  of: 'Categoría',
  format: formatMoney,
  sentence: 'Todo en una frase.',
});

const name = fc.oneof(fc.constantFrom('', 'Honorarios', 'W'.repeat(200)), fc.string({ maxLength: 40 }));
const stack = (value: fc.Arbitrary<number>) =>
  fc.integer({ min: 1, max: 5 }).chain(count =>
    fc.record({
      series: fc.array(name, { minLength: count, maxLength: count }),
      rows: fc.array(
        fc.record({ label: name, values: fc.array(value, { minLength: count, maxLength: count }) }),
        { maxLength: 8 },
      ),
    }),
  );
const anyValue = fc.oneof(fc.constantFrom(0, 1e300), fc.nat(), fc.double({ min: 0, max: 1e15, noNaN: true }));

/** Segments of each row; plates below the figures are of the ground's colour. */
const segmentsOf = (marks: readonly Mark[]) =>
  marks
    .filter(m => m.label !== null)
    .map(m => allMarks([m]).filter(r => r.tag === 'rect' && r.attributes.fill !== PAPER_INK.ground));

describe('stacked bars', () => {
  it('have sound attributes, whatever they show', () => {
    fc.assert(
      fc.property(stack(anyValue), fc.constantFrom(...SHEETS), ({ series, rows }, sheet) => {
        expect(flawsOf(drawStackedBars(data(series, rows), sheet))).toEqual([]);
      }),
    );
  });

  it('have segments that follow each other and add up to the share their row has of the longest', () => {
    fc.assert(
      fc.property(stack(fc.nat(50_000_000)), fc.constantFrom(...SHEETS), ({ series, rows }, sheet) => {
        const sums = rows.map(r => r.values.reduce((sum, v) => sum + v, 0));
        const most = Math.max(0, ...sums);
        fc.pre(most > 0);
        const stacks = segmentsOf(drawStackedBars(data(series, rows), sheet).marks);
        const widths = stacks.map(s => s.reduce((sum, r) => sum + num(r, 'width'), 0));
        const longest = Math.max(...widths);
        for (const [n, segments] of stacks.entries()) {
          expect(widths[n]).toBeCloseTo(((sums[n] ?? 0) / most) * longest, 1);
          for (const [s, next] of segments.slice(1).entries()) {
            const end = num(segments[s], 'x') + num(segments[s], 'width');
            expect(num(next, 'x')).toBeCloseTo(end, 1);
          }
        }
      }),
    );
  });

  it.each(SHEETS)('of nothing, and of no rows, are sound', sheet => {
    const nothing = drawStackedBars(data(['Fondo', 'Unidad'], [{ label: 'Otros', values: [0, 0] }]), sheet);
    expect(flawsOf(nothing)).toEqual([]);
    expect(textsOf(nothing)).toEqual(['Fondo', 'Unidad', 'Otros', '$0']);
    expect(flawsOf(drawStackedBars(data(['Fondo'], []), sheet))).toEqual([]);
  });

  it('say parts and sum of each row, in order, and leave out what is nothing', () => {
    const rows = [
      { label: 'Honorarios', values: [3_000_000, 0, 500_000] },
      { label: 'Difusión', values: [0, 0, 0] },
    ];
    const drawing = drawStackedBars(data(['Fondo', 'Unidad', 'Socio'], rows), PHONE);
    expect(labelsOf(drawing)).toEqual([
      'Honorarios: Fondo $3.000.000, Socio $500.000; total $3.500.000',
      'Difusión: $0',
    ]);
    expect(segmentsOf(drawing.marks).map(s => s.length)).toEqual([2, 0]);
    expect(drawing.table.columns.map(c => c.title)).toEqual([
      'Categoría',
      'Fondo',
      'Unidad',
      'Socio',
      'Total',
    ]);
    expect(drawing.table.rows).toEqual([
      ['Honorarios', 3_000_000, 0, 500_000, 3_500_000],
      ['Difusión', 0, 0, 0, 0],
    ]);
  });

  it('of one series have neither legend nor a second column of the same', () => {
    const drawing = drawStackedBars(data(['Unidad'], [{ label: 'Otros', values: [5] }]), DESK);
    expect([drawing.table.columns.length, drawing.table.rows[0]]).toEqual([2, ['Otros', 5]]);
    expect(textsOf(drawing)).not.toContain('Unidad');
    expect(labelsOf(drawing)).toEqual(['Otros: $5']);
  });

  it('write a figure into its segment only where it fits, and the sum at the end always', () => {
    const rows = [{ label: 'Honorarios', values: [9_000_000, 20_000] }];
    const drawing = drawStackedBars(data(['Fondo', 'Unidad'], rows), DESK);
    const texts = textsOf(drawing);
    expect(texts).toContain('$9.000.000');
    expect(texts).not.toContain('$20.000');
    expect(texts.at(-1)).toBe('$9.020.000');
  });

  it.each(SHEETS)('stay on the sheet with their sums', sheet => {
    const rows = [{ label: 'Viáticos y traslados', values: [900_000_000, 99_999_999] }];
    const drawing = drawStackedBars(data(['Fondo', 'Unidad'], rows), sheet);
    const ends = drawn(drawing.marks, 'rect').map(r => num(r, 'x') + num(r, 'width'));
    expect(Math.max(...ends)).toBeLessThan(sheet.width - sheet.size * 5);
    expect(textsOf(drawing)).toContain('Viáticos y traslados');
  });

  it('paint each of five series in its own way', () => {
    const series = ['a', 'b', 'c', 'd', 'e'];
    const drawing = drawStackedBars(data(series, [{ label: 'x', values: [1, 1, 1, 1, 1] }]), DESK);
    const fills = segmentsOf(drawing.marks)[0]?.map(r => String(r.attributes.fill)) ?? [];
    expect(new Set(fills).size).toBe(5);
    const patterns = allMarks(drawing.marks).filter(m => m.tag === 'pattern');
    const named = fills.flatMap(f => /^url\(#(.*)\)$/.exec(f)?.[1] ?? []);
    expect(named).toEqual(patterns.map(p => p.attributes.id));
  });

  it('keep the end of a label that is cut, say it whole, and have their row’s id', () => {
    const rows = [
      { label: 'Facultad '.repeat(30), end: '2025-1', values: [1, 2], id: '0' },
      { label: 'Derecho', end: 'Z'.repeat(300), values: [3, 4] },
    ];
    for (const sheet of SHEETS) {
      const drawing = drawStackedBars(data(['a', 'b'], rows), sheet);
      const [, , first = '', second = ''] = textsOf(drawing).filter(text => !/^\$/.test(text));
      expect([first.slice(-10), second.slice(-1)]).toEqual(['… · 2025-1', '…']);
      expect(labelsOf(drawing)[0]).toContain(`${'Facultad '.repeat(30)} · 2025-1: `);
      expect(drawing.marks.flatMap(m => m.id ?? [])).toEqual(['0']);
    }
  });
});

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
import { formatNumber } from '../text/format.ts';
import { legendOf } from './bar-rows.ts';
import { type BarsData, drawBars } from './bars.ts';
import type { Mark } from './mark.ts';

const data = (series: readonly string[], rows: BarsData['rows']): BarsData => ({
  series,
  rows,
  of: 'Grupo',
  format: formatNumber,
  sentence: 'Todo en una frase.',
});

const name = fc.oneof(fc.constantFrom('', 'Estudiantes', 'Ñ'.repeat(300)), fc.string({ maxLength: 40 }));
const value = fc.option(
  fc.oneof(fc.constantFrom(0, 1e300), fc.nat(), fc.double({ min: 0, max: 1e12, noNaN: true })),
);
const anything = fc.integer({ min: 1, max: 4 }).chain(count =>
  fc.record({
    series: fc.array(name, { minLength: count, maxLength: count }),
    rows: fc.array(
      fc.record({ label: name, values: fc.array(value, { minLength: count, maxLength: count }) }),
      { maxLength: 8 },
    ),
  }),
);
const barsOf = (row: Mark | undefined) => allMarks(row ? [row] : []).filter(m => m.tag === 'rect');

describe('bars', () => {
  it('have sound attributes, whatever they show', () => {
    fc.assert(
      fc.property(anything, fc.constantFrom(...SHEETS), ({ series, rows }, sheet) => {
        expect(flawsOf(drawBars(data(series, rows), sheet))).toEqual([]);
      }),
    );
  });

  it.each(SHEETS)('of nothing, and of no rows, are sound', sheet => {
    const rows = [{ label: 'Otros', values: [0, null] }];
    expect(flawsOf(drawBars(data(['Esperadas', 'Reales'], rows), sheet))).toEqual([]);
    expect(flawsOf(drawBars(data(['Esperadas'], []), sheet))).toEqual([]);
  });

  it('are as long as their figures, and none is drawn of nothing', () => {
    const rows = [
      { label: 'a', values: [50] },
      { label: 'b', values: [100] },
      { label: 'c', values: [0] },
      { label: 'd', values: [null] },
    ];
    const drawing = drawBars(data(['Personas'], rows), DESK);
    const [a, b, ...none] = drawing.marks.filter(m => m.label !== null).map(barsOf);
    expect(num(b?.[0], 'width') / num(a?.[0], 'width')).toBeCloseTo(2, 2);
    expect(none).toEqual([[], []]);
    expect(textsOf(drawing)).toEqual(['a', '50', 'b', '100', 'c', '0', 'd', 'sin dato']);
  });

  it.each(SHEETS)('stay on the sheet with their figures', sheet => {
    const rows = [{ label: 'Un nombre que es demasiado largo para su sitio', values: [1_200_000, 7] }];
    const drawing = drawBars(data(['Esperadas', 'Reales'], rows), sheet);
    const ends = drawn(drawing.marks, 'rect').map(r => num(r, 'x') + num(r, 'width'));
    expect(Math.max(...ends)).toBeLessThan(sheet.width - sheet.size * 3);
    expect(Math.max(...ends)).toBeGreaterThan(sheet.width * 0.6);
  });

  it('keep the order of their rows, in labels and in the table', () => {
    const rows = [
      { label: 'Estudiantes', values: [40, null] },
      { label: 'Académicos', values: [1200, 3] },
    ];
    const drawing = drawBars(data(['Esperadas', 'Reales'], rows), PHONE);
    expect(labelsOf(drawing)).toEqual([
      'Estudiantes: Esperadas 40, Reales sin dato',
      'Académicos: Esperadas 1.200, Reales 3',
    ]);
    expect(drawing.table.columns.map(c => c.title)).toEqual(['Grupo', 'Esperadas', 'Reales']);
    expect(drawing.table.rows).toEqual([
      ['Estudiantes', 40, null],
      ['Académicos', 1200, 3],
    ]);
    expect(drawing.sentence).toBe('Todo en una frase.');
  });

  it.each(SHEETS)('the longest name is whole where it has room', sheet => {
    const rows = [{ label: 'Viáticos y traslados', values: [1] }];
    expect(textsOf(drawBars(data(['Personas'], rows), sheet))).toContain('Viáticos y traslados');
  });
});

describe('a legend', () => {
  it('is nothing for one series', () => {
    expect(legendOf(['Fondo'], PHONE)).toEqual({ marks: [], height: 0 });
  });

  it('goes on in the next line where it is wider than the sheet', () => {
    const names = ['Fondo concursable', 'Unidad académica', 'Socio, en dinero', 'Socio, valorado'];
    const [wide, narrow] = [legendOf(names, DESK), legendOf(names, PHONE)];
    const lines = ({ marks }: { marks: readonly Mark[] }) =>
      new Set(drawn(marks, 'rect').map(r => num(r, 'y')));
    expect([lines(wide).size, lines(narrow).size]).toEqual([1, 2]);
    expect(narrow.height - wide.height).toBeCloseTo(PHONE.size * 1.6);
    expect(textsOf(narrow)).toEqual(names);
  });

  it('pushes down what is below it', () => {
    const [short, long] = ['x', 'Una fuente de nombre bastante largo'].map(each =>
      drawBars(data([each, each], [{ label: 'a', values: [1, 2] }]), PHONE),
    );
    const top = (marks: readonly Mark[] = []) => num(barsOf(marks.find(m => m.label !== null))[0], 'y');
    expect(top(long?.marks) - top(short?.marks)).toBeCloseTo(PHONE.size * 1.6);
    expect(long?.height ?? 0).toBeGreaterThan(short?.height ?? 0);
  });

  it('cuts a name wider than the sheet', () => {
    const drawing = legendOf(['a', 'm'.repeat(200)], PHONE);
    expect(textsOf(drawing)[1]).toMatch(/^m{10,}…$/);
  });

  it('are one mark in a row, or one for each id, and say their own alone', () => {
    const rows = [
      { label: 'a', values: [1, 2, 3, 4], ids: ['0', '0', '0:o', '0:o'] },
      { label: 'b', values: [5, 6, 7, null], id: '1' },
      { label: 'c', values: [8, 9, -1, 0] },
    ];
    const { marks } = drawBars(data(['p', 'q', 'r', 's'], rows), DESK);
    const walked = marks.filter(m => m.label !== null);
    expect(walked.map(m => [m.label, m.id])).toEqual([
      ['a: p 1, q 2', '0'],
      ['a: r 3, s 4', '0:o'],
      ['b: p 5, q 6, r 7, s sin dato', '1'],
      ['c: p 8, q 9, r -1, s 0', undefined],
    ]);
    expect(walked.map(m => barsOf(m).length)).toEqual([2, 2, 3, 2]);
  });
});

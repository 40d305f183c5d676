import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatNumber } from '../text/format.ts';
import { drawHeatTable, type HeatData, SHADES, shadeOf } from './heat-table.ts';
import type { Drawing, Mark } from './mark.ts';
import { PAPER_INK, type Sheet } from './sheet.ts';
import { toSvg } from './to-svg.ts';

const PHONE: Sheet = { width: 350, size: 13, ink: PAPER_INK, name: 'a' };
const DESK: Sheet = { ...PHONE, width: 700, name: 'b' };
const PAPER: Sheet = { ...PHONE, width: 495, size: 9, name: 'c' };

const all = (marks: readonly Mark[]): Mark[] =>
  marks.flatMap(m => [m, ...(typeof m.content === 'string' ? [] : all(m.content))]);
const texts = (drawing: Drawing) =>
  all(drawing.marks).flatMap(m => (m.tag === 'text' && typeof m.content === 'string' ? m.content : []));
const cellsOf = (drawing: Drawing) =>
  all(drawing.marks).flatMap(m => {
    const [rect, text] = typeof m.content === 'string' ? [] : m.content;
    return m.label !== null && rect?.tag === 'rect' && text
      ? [{ label: m.label, rect: rect.attributes, text }]
      : [];
  });

const format = (value: number) => `${formatNumber(value, 0)} %`;
const table = (
  columns: readonly string[],
  rows: HeatData['rows'],
  more: Partial<HeatData> = {},
): HeatData => ({
  ...{ columns, rows, of: 'Propuesta', range: [0, 100], format, sentence: 'Una frase.' },
  ...more,
});

const value = fc.option(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { nil: null });
const anyData: fc.Arbitrary<HeatData> = fc.integer({ min: 0, max: 14 }).chain(count =>
  fc
    .record({
      columns: fc.array(fc.string({ maxLength: 60 }), { minLength: count, maxLength: count }),
      rows: fc.array(
        fc.record({
          label: fc.string({ maxLength: 80 }),
          values: fc.array(value, { minLength: count, maxLength: count }),
        }),
        { maxLength: 12 },
      ),
      range: fc.constantFrom<HeatData['range']>([0, 100], [0, 0], [-5, 5]),
    })
    .map(data => ({ ...data, of: 'Fila', format, sentence: 'Una frase.' })),
);

test('has no length that is no number, or below nothing, and cells lie inside and apart', () => {
  fc.assert(
    fc.property(anyData, fc.constantFrom(PHONE, DESK, PAPER), (data, sheet) => {
      const drawing = drawHeatTable(data, sheet);
      const shapes = toSvg(drawing, { family: 'x', write: () => '' }).replace(/<title>[^<]*<\/title>/g, '');
      expect(shapes).not.toMatch(/NaN|Infinity|undefined/);
      expect(drawing.width).toBeGreaterThanOrEqual(sheet.width);
      const cells = cellsOf(drawing);
      expect(cells).toHaveLength(data.rows.length * data.columns.length);
      for (const [n, { rect }] of cells.entries()) {
        const [x, y, width, height] = [rect.x, rect.y, rect.width, rect.height].map(Number) as [
          number,
          number,
          number,
          number,
        ];
        expect(x).toBeGreaterThan(0);
        expect(y).toBeGreaterThanOrEqual(0);
        expect(width).toBeGreaterThanOrEqual(3.2 * sheet.size - 0.01);
        expect(x + width).toBeLessThanOrEqual(drawing.width + 0.1);
        expect(y + height).toBeLessThanOrEqual(drawing.height + 0.1);
        if (n % data.columns.length > 0) {
          const before = cells[n - 1]?.rect;
          expect(x).toBeGreaterThanOrEqual(Number(before?.x) + Number(before?.width) - 0.1);
        }
      }
    }),
  );
});

test('says each figure in its cell and aloud, and its table is the data', () => {
  fc.assert(
    fc.property(anyData, data => {
      const drawing = drawHeatTable(data, DESK);
      expect(cellsOf(drawing).map(c => [c.label, c.text.content])).toEqual(
        data.rows.flatMap(r =>
          r.values.map((v, n) => [
            `${r.label}, ${data.columns[n]}: ${v === null ? 'sin dato' : format(v)}`,
            v === null ? '—' : format(v),
          ]),
        ),
      );
      expect(drawing.table.rows).toEqual(data.rows.map(r => [r.label, ...r.values]));
    }),
  );
});

describe('shades', () => {
  test('are five over the range, and what lies outside has the first or last', () => {
    expect(
      [-1, 0, 19, 20, 59, 60, 99, 100, 1000].map(v => SHADES.indexOf(shadeOf(v, [0, 100]) as 0.04)),
    ).toEqual([0, 0, 0, 1, 2, 3, 4, 4, 4]);
    expect(shadeOf(7, [7, 7])).toBe(SHADES[0]);
  });
  test('never fall where the value rises', () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(number, number, (a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a];
        expect(shadeOf(less, [-10, 10])).toBeLessThanOrEqual(shadeOf(more, [-10, 10]));
      }),
    );
  });
});

test('what nobody has said is hatched', () => {
  const [said, unsaid] = cellsOf(drawHeatTable(table(['A', 'B'], [{ label: 'x', values: [0, null] }]), DESK));
  expect(said?.rect.fill).toBe(PAPER_INK.series[0]);
  expect(unsaid?.rect.fill).toBe('url(#b-none)');
  expect(toSvg(drawHeatTable(table(['A'], []), DESK), { family: 'x' })).toContain('<pattern id="b-none"');
});

describe('heads', () => {
  const NAMES = [
    'Pertinencia',
    'Calidad y coherencia de la propuesta',
    'Impacto',
    'Equipo',
    'Presupuesto',
    'Redes',
  ];
  const rows = [{ label: 'FEX-1 Huertas', values: [1, 2, 3, 4, 5, 6] }];
  const heads = (drawing: Drawing) => drawing.marks.flatMap(m => m.label ?? []).slice(0, NAMES.length);
  test('are names in lines where there is room', () => {
    const drawing = drawHeatTable(table(NAMES, rows), DESK);
    expect(heads(drawing)).toEqual(NAMES);
    expect(texts(drawing)).toContain('Calidad y');
    expect(texts(drawing).indexOf('1')).toBe(-1);
    expect(drawing.width).toBe(700);
  });
  test('else numbers, with their names above and aloud', () => {
    const drawing = drawHeatTable(table(NAMES, rows), PHONE);
    expect(heads(drawing)).toEqual(NAMES.map((name, n) => `${n + 1}: ${name}`));
    for (const [n, name] of NAMES.entries()) {
      expect(texts(drawing)).toContain(String(n + 1));
      expect(texts(drawing)).toContain(`${n + 1} ${name}`);
    }
  });
});

test('many columns make it wider than the sheet, few do not fill it', () => {
  const columns = Array.from({ length: 20 }, (_, n) => `C${n}`);
  const many = drawHeatTable(table(columns, [{ label: 'x', values: columns.map(() => 100) }]), PHONE);
  expect(many.width).toBeGreaterThanOrEqual(20 * 3.2 * PHONE.size);
  const [cell] = cellsOf(drawHeatTable(table(['A'], [{ label: 'x', values: [1] }]), DESK));
  expect(Number(cell?.rect.width)).toBeLessThan(10 * DESK.size);
});

test('a long label is cut before the first cell, and said whole', () => {
  const label = 'FEX-2026-0001 '.repeat(20);
  const drawing = drawHeatTable(table(['A'], [{ label, values: [1] }]), PHONE);
  expect(texts(drawing).some(t => t.startsWith('FEX') && t.endsWith('…'))).toBe(true);
  expect(cellsOf(drawing)[0]?.label).toContain(label);
  expect(Number(cellsOf(drawing)[0]?.rect.x)).toBeLessThan(PHONE.width / 2);
});

test('short heads are words however narrow the sheet is, and cells have ids of their own', () => {
  const periods = Array.from({ length: 8 }, (_, n) => `${2020 + n}-1`);
  const values = periods.map((_, n) => (n === 1 ? null : n));
  const rows = [{ label: 'x', values, ids: values.map((v, n) => (v === null ? undefined : String(n))) }];
  for (const sheet of [PHONE, DESK, PAPER])
    expect(texts(drawHeatTable(table(periods, rows), sheet)).slice(0, 8)).toEqual(periods);
  const { marks } = drawHeatTable(table(periods, rows), DESK);
  expect(all(marks).flatMap(m => m.id ?? [])).toEqual(['0', '2', '3', '4', '5', '6', '7']);
});

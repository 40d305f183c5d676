import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../kit/calendar.ts';
import { formatDay, formatNumber } from '../text/format.ts';
import { dayScale, dayTicks } from './day-axis.ts';
import { drawLines, type LineData } from './line.ts';
import type { Drawing, Mark } from './mark.ts';
import { PAPER_INK, type Sheet } from './sheet.ts';
import { toSvg } from './to-svg.ts';

const SHEETS: readonly Sheet[] = [
  { width: 350, size: 13, ink: PAPER_INK, name: 'a' },
  { width: 700, size: 13, ink: PAPER_INK, name: 'b' },
  { width: 495, size: 9, ink: PAPER_INK, name: 'c' },
];
const [PHONE, DESK] = SHEETS as [Sheet, Sheet];

const all = (marks: readonly Mark[]): Mark[] =>
  marks.flatMap(m => [m, ...(typeof m.content === 'string' ? [] : all(m.content))]);
const labels = (drawing: Drawing) => all(drawing.marks).flatMap(m => m.label ?? []);
const texts = (drawing: Drawing) =>
  all(drawing.marks).flatMap(m => (m.tag === 'text' && typeof m.content === 'string' ? m.content : []));
/** Of the signs at the points, on the sheet. */
const placesIn = (drawing: Drawing) =>
  all(drawing.marks)
    .filter(m => m.label !== null)
    .flatMap(m => all([m]))
    .flatMap(({ attributes }) => {
      const [, x, y] = /^translate\((\S+) (\S+)\)$/.exec(String(attributes.transform ?? '')) ?? [];
      return x === undefined ? [] : [{ x: Number(x), y: Number(y) }];
    });
const lineOf = (drawing: Drawing) =>
  all(drawing.marks).filter(m => m.tag === 'path' && m.attributes.fill === 'none');

const format = (value: number) => formatNumber(value);
const lines = (values: readonly (readonly (number | null)[])[], more: Partial<LineData> = {}): LineData => ({
  series: (values[0] ?? [0]).map((_, n) => `Serie ${n}`),
  rows: values.map((row, n) => ({ day: addDays('2026-03-01', n), values: row })),
  ...{ of: 'Día', format, sentence: 'Una frase.' },
  ...more,
});

const value = fc.option(
  fc.oneof(
    fc.constant(0),
    fc.integer({ min: -50, max: 1000 }),
    fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  ),
  { nil: null },
);
const anyDay = fc.integer({ min: 0, max: 9000 }).map(n => addDays('2020-01-01', n));
const anyData: fc.Arbitrary<LineData> = fc
  .record({ count: fc.integer({ min: 1, max: 4 }), days: fc.uniqueArray(anyDay, { maxLength: 40 }) })
  .chain(({ count, days }) =>
    fc.record({
      series: fc.array(fc.string({ maxLength: 60 }), { minLength: count, maxLength: count }),
      rows: fc.tuple(
        ...days.toSorted().map(day =>
          fc.record({
            day: fc.constant(day),
            values: fc.array(value, { minLength: count, maxLength: count }),
          }),
        ),
      ),
      target: fc.option(fc.record({ name: fc.string(), value: fc.integer({ min: -1e9, max: 1e9 }) })),
      marks: fc.array(fc.record({ name: fc.string(), day: anyDay }), { maxLength: 3 }),
      years: fc.boolean(),
      steps: fc.boolean(),
    }),
  )
  .map(({ target, marks, ...rest }) => ({
    ...rest,
    ...(target && { target }),
    marks: marks.toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    ...{ of: 'Día', format, sentence: 'Una frase.' },
  }));

describe('whatever is drawn', () => {
  test('has no length that is no number, or below nothing, and stays on the sheet', () => {
    fc.assert(
      fc.property(anyData, fc.constantFrom(...SHEETS), (data, sheet) => {
        const drawing = drawLines(data, sheet);
        expect(drawing.width).toBe(sheet.width);
        const shapes = toSvg({ ...drawing, marks: drawing.marks }, { family: 'x', write: () => '' });
        expect(shapes.replace(/<title>[^<]*<\/title>/g, '')).not.toMatch(/NaN|Infinity|undefined/);
        for (const { attributes } of all(drawing.marks))
          for (const name of ['x', 'y', 'x1', 'x2', 'y1', 'y2']) {
            const at = Number(attributes[name] ?? 0);
            expect(at, name).toBeGreaterThanOrEqual(0);
            expect(at, name).toBeLessThanOrEqual(name.startsWith('x') ? sheet.width : drawing.height);
          }
        for (const { x, y } of placesIn(drawing)) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(sheet.width);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(drawing.height);
        }
      }),
    );
  });

  test('says each figure once, and its table is the data', () => {
    fc.assert(
      fc.property(anyData, fc.constantFrom(...SHEETS), (data, sheet) => {
        const drawing = drawLines(data, sheet);
        const figures = data.rows.flatMap(r => r.values.filter(v => v !== null));
        expect(placesIn(drawing)).toHaveLength(figures.length);
        const extra = (data.target ? 1 : 0) + (data.marks?.length ?? 0);
        expect(labels(drawing)).toHaveLength(figures.length + extra);
        const name = (day: string) => (data.years ? day.slice(0, 4) : formatDay(day));
        expect(drawing.table.rows).toEqual(data.rows.map(r => [name(r.day), ...r.values]));
        expect(drawing.table.columns.map(c => c.title)).toEqual([data.of, ...data.series]);
      }),
    );
  });
});

test('more stands higher, later stands farther right', () => {
  const [a, b, c] = placesIn(drawLines(lines([[1], [5], [3]]), DESK)) as [Place, Place, Place];
  expect([a.x < b.x, b.x < c.x, b.y < c.y, c.y < a.y]).toEqual([true, true, true, true]);
});
type Place = { x: number; y: number };

test('null is a gap in the line, and no point', () => {
  const drawing = drawLines(lines([[1], [2], [null], [4], [5]]), DESK);
  const [path] = lineOf(drawing);
  expect(String(path?.attributes.d).match(/M/g)).toHaveLength(2);
  expect(labels(drawing)).toEqual(['01-03-2026: 1', '02-03-2026: 2', '04-03-2026: 4', '05-03-2026: 5']);
  expect(String(lineOf(drawLines(lines([[1], [2], [3]]), DESK))[0]?.attributes.d).match(/M/g)).toHaveLength(
    1,
  );
});

test('one point alone still shows, with its figure and its day', () => {
  for (const sheet of SHEETS) {
    const drawing = drawLines(lines([[5]]), sheet);
    expect(placesIn(drawing)).toHaveLength(1);
    expect(texts(drawing)).toContain('5');
    expect(texts(drawing).some(t => t.startsWith('1 mar'))).toBe(true);
  }
});

test('without any figure it says so', () => {
  for (const data of [lines([]), lines([[null], [null]])])
    expect(texts(drawLines(data, DESK))).toContain('Sin datos');
  expect(texts(drawLines(lines([[0]]), DESK))).not.toContain('Sin datos');
});

describe('series are told apart', () => {
  const four = lines([
    [0, 10, 20, 30],
    [1, 11, 21, 31],
  ]);
  test('by dash and sign, besides colour', () => {
    const drawing = drawLines(four, DESK);
    expect(new Set(lineOf(drawing).map(m => m.attributes['stroke-dasharray'])).size).toBe(4);
    const signs = all(drawing.marks).filter(m => m.attributes.transform !== undefined);
    expect(new Set(signs.map(m => m.attributes.d)).size).toBe(4);
  });

  const named = (drawing: Drawing) => texts(drawing).filter(t => t.startsWith('Serie'));
  const besideLast = (drawing: Drawing) => {
    const places = placesIn(drawing);
    return all(drawing.marks).filter(
      m =>
        m.tag === 'text' &&
        String(m.content).startsWith('Serie') &&
        Number(m.attributes.x) > Math.max(...places.map(p => p.x)),
    ).length;
  };
  test('named at their ends where there is room, else in a legend', () => {
    expect(besideLast(drawLines(four, DESK))).toBe(4);
    const touching = lines([
      [0, 10],
      [10, 10],
    ]);
    for (const drawing of [drawLines(four, PHONE), drawLines(touching, DESK)]) {
      expect(named(drawing).length).toBeGreaterThan(1);
      expect(besideLast(drawing)).toBe(0);
    }
  });

  test('one without any value is named all the same', () => {
    const drawing = drawLines(
      lines([
        [1, null],
        [2, null],
      ]),
      DESK,
    );
    expect(named(drawing)).toEqual(['Serie 0', 'Serie 1']);
  });
});

test('what should be reached lies on the scale, and the day with a name too', () => {
  const target = { name: 'Meta', value: 500 };
  const marks = [{ name: 'Cierre', day: '2026-04-01' }];
  const drawing = drawLines(lines([[1], [2]], { target, marks }), DESK);
  expect(labels(drawing)).toContain('Meta: 500');
  expect(labels(drawing)).toContain('Cierre: 01-04-2026');
  expect(texts(drawing)).toContain('Cierre');
});

test('days that stand for years are named so, with each change in its place', () => {
  const rows = [2024, 2025, 2026].map((year, n) => ({ day: `${year}-01-01`, values: [n] }));
  const marks = ['2025-01-01', '2026-01-01'].map(day => ({ name: 'Cambió', day }));
  const drawing = drawLines(lines([[0]], { rows, years: true, marks }), DESK);
  expect(texts(drawing).filter(t => /^20\d\d$/.test(t))).toEqual(['2024', '2025', '2026']);
  expect(labels(drawing)).toEqual(['Cambió: 2025', 'Cambió: 2026', '2024: 0', '2025: 1', '2026: 2']);
  expect(texts(drawLines(lines([[3]], { rows: rows.slice(0, 1), years: true }), PHONE))).toContain('2024');
});

test('what is counted has whole numbers on its axis, and each once', () => {
  for (const most of [1, 2, 3, 7, 47, 1200]) {
    const drawn = texts(drawLines(lines([[0], [most]], { format: v => formatNumber(v, 0) }), DESK));
    const axis = drawn.filter(t => /^[\d.]+$/.test(t)).slice(0, -1);
    expect(new Set(axis).size, String(most)).toBe(axis.length);
  }
});

test('of a year of days on a phone each is said, and only some have a sign, the last and a lone one among them', () => {
  const values = Array.from({ length: 365 }, (_, n) => [n >= 100 && n <= 110 && n !== 105 ? null : n]);
  const drawing = drawLines(lines(values), PHONE);
  expect(labels(drawing)).toHaveLength(355);
  const shown = all(drawing.marks).flatMap(m => {
    const [sign] = m.label !== null && typeof m.content !== 'string' ? m.content : [];
    return sign && sign.attributes.opacity !== 0 ? Number(m.label?.split(': ')[1]) : [];
  });
  expect(shown.length).toBeLessThan(60);
  expect(shown).toEqual(expect.arrayContaining([0, 105, 364]));
});

describe('days of an axis', () => {
  const named = (from: string, to: string, width = 640) =>
    dayTicks(dayScale([from, to], 0, width), 13, width).map(t => t.text);
  test('are days, months or years, with the year where it begins to hold', () => {
    expect(named('2026-03-01', '2026-03-04')).toEqual(['1 mar 2026', '2 mar', '3 mar', '4 mar']);
    expect(named('2026-10-01', '2027-03-01')).toEqual(['oct 2026', 'nov', 'dic', 'ene 2027', 'feb', 'mar']);
    expect(named('2020-01-01', '2026-01-01')).toEqual([
      '2020',
      '2021',
      '2022',
      '2023',
      '2024',
      '2025',
      '2026',
    ]);
  });
  test('are two at least, also on a phone', () => {
    expect(named('2026-03-01', '2027-02-28', 270).length).toBeGreaterThan(1);
    expect(named('2026-03-01', '2026-03-02', 270)).toEqual(['1 mar 2026', '2 mar']);
  });
  test('never touch, and stay on the sheet', () => {
    fc.assert(
      fc.property(anyDay, anyDay, fc.constantFrom(...SHEETS), (from, to, { width, size }) => {
        const ticks = dayTicks(dayScale([from, to].toSorted(), 40, width - 10), size, width);
        for (const [n, { textX, text }] of ticks.entries()) {
          expect(textX).toBeGreaterThan(0);
          expect(textX).toBeLessThan(width);
          const before = ticks[n - 1];
          if (before)
            expect(textX - before.textX).toBeGreaterThan(
              ((text.length + before.text.length) / 2) * size * 0.3,
            );
        }
      }),
    );
  });
});

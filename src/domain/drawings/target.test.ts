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
import type { Mark } from './mark.ts';
import { shareReached, type Target } from './reach.ts';
import { PAPER_INK } from './sheet.ts';
import { drawTargets } from './target.ts';

const indicator = (given: Partial<Target>): Target => ({
  label: 'Talleres',
  unit: 'talleres',
  baseline: null,
  target: 40,
  actual: null,
  ...given,
});
const draw = (rows: readonly Target[], sheet = DESK) => drawTargets({ rows, sentence: 'Una frase.' }, sheet);

/** As forms take them: up to a thousand million either way, with four decimals. */
const figure = fc.integer({ min: -1e13, max: 1e13 }).map(n => n / 10_000);
const wild = fc.oneof(
  figure,
  fc.constantFrom(0, 5e-324, 1.7e308, -1.7e308),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const text = fc.oneof(fc.constantFrom('', 'W'.repeat(200)), fc.string({ maxLength: 40 }));
const anyTarget = fc.record({
  label: text,
  unit: text,
  baseline: fc.option(wild),
  target: wild,
  actual: fc.option(wild),
  direction: fc.constantFrom('up', 'down', 'keep'),
  isMilestone: fc.boolean(),
} as const);

describe('the share reached', () => {
  it.each([
    [{ target: 40, actual: 12 }, 0.3],
    [{ baseline: 0, target: 40, actual: 40 }, 1],
    [{ baseline: -5, target: 10, actual: 4 }, 0.6],
    [{ baseline: 20, target: 10, actual: 12 }, 0.8],
    [{ baseline: 20, target: 10, actual: 5 }, 1.5],
    [{ baseline: 20, target: 10, actual: 25 }, -0.5],
    [{ target: -4, actual: -1 }, 0.25],
    [{ target: 40, actual: null }, null],
    [{ baseline: 80, target: 80, actual: 80 }, 1],
    [{ baseline: 80, target: 80, actual: 85 }, null],
    [{ target: 0, actual: 3 }, null],
    [{ direction: 'down', baseline: 20, target: 10, actual: 12 }, 0.8],
    [{ direction: 'down', target: 10, actual: 20 }, 0.5],
    [{ direction: 'down', target: 10, actual: 9 }, 1],
    [{ direction: 'down', target: 0, actual: 0 }, 1],
    [{ direction: 'down', target: 0, actual: 3 }, null],
    [{ direction: 'down', target: -4, actual: 3 }, null],
    [{ direction: 'keep', baseline: 10, target: 80, actual: 80 }, 1],
    [{ direction: 'keep', target: 80, actual: 84 }, 1],
    [{ direction: 'keep', target: 80, actual: 76 }, 1],
    [{ direction: 'keep', target: 80, actual: 100 }, 0.75],
    [{ direction: 'keep', target: 80, actual: 60 }, 0.75],
    [{ direction: 'keep', target: 80, actual: 400 }, 0],
    [{ direction: 'keep', target: 0, actual: 0 }, 1],
    [{ direction: 'keep', target: 0, actual: 0.1 }, null],
    [{ direction: 'keep', target: 0, actual: null }, null],
  ] as const)('of %j is %s', (given, share) => {
    expect(shareReached(indicator(given))).toBe(share);
  });

  it('is nothing where it began, whole on the target and more beyond it, up or down', () => {
    fc.assert(
      fc.property(figure, figure, fc.integer({ min: 1, max: 1000 }), (baseline, target, beyond) => {
        fc.pre(Math.abs(baseline - target) > 0.001);
        const at = (actual: number) => shareReached({ baseline, target, actual });
        const way = Math.sign(target - baseline);
        expect(at(baseline)).toBe(0);
        expect(at(target)).toBe(1);
        expect(at(target + way * beyond)).toBeGreaterThan(1);
        expect(at(baseline - way * beyond)).toBeLessThan(0);
      }),
    );
  });

  it('is the same for figures counted the other way round', () => {
    fc.assert(
      fc.property(figure, figure, figure, (baseline, target, actual) => {
        const mirrored = shareReached({ baseline: -baseline, target: -target, actual: -actual });
        expect(mirrored).toBe(shareReached({ baseline, target, actual }));
      }),
    );
  });

  it('is a number or nothing', () => {
    fc.assert(
      fc.property(anyTarget, row => {
        const share = shareReached(row);
        expect(share === null || (Number.isFinite(share) && !Object.is(share, -0))).toBe(true);
      }),
    );
  });

  it('never shrinks on the way to the target, whichever the way', () => {
    const ways = fc.constantFrom('up', 'down', 'keep');
    const given = fc.record({ direction: ways, baseline: fc.option(figure), target: figure, from: figure });
    fc.assert(
      fc.property(given, fc.double({ min: 0, max: 1, noNaN: true }), ({ from, ...row }, part) => {
        const to = from + (row.target - from) * part;
        const [far, near] = [from, to].map(actual => shareReached({ ...row, actual }));
        // Beyond where it should come to there is no way to it, but for what is to stay.
        const start = row.baseline ?? 0;
        const isBeyond = Math.sign(row.target - from) !== Math.sign(row.target - start);
        fc.pre(typeof far === 'number' && typeof near === 'number');
        fc.pre(row.direction === 'keep' || !isBeyond || (row.direction === 'down' && row.baseline === null));
        expect((near ?? 0) - (far ?? 0)).toBeGreaterThan(-1e-9);
      }),
    );
  });

  it('of what is to stay is never below nothing nor more than all', () => {
    fc.assert(
      fc.property(wild, wild, (target, actual) => {
        const share = shareReached({ baseline: null, target, actual, direction: 'keep' }) ?? 0;
        expect(share >= 0 && share <= 1).toBe(true);
      }),
    );
  });
});

const bar = (row: Mark | undefined) =>
  allMarks(row ? [row] : []).find(m => m.tag === 'rect' && m.attributes.fill === PAPER_INK.series[0]);
const rowsOf = (marks: readonly Mark[]) => marks.filter(m => m.label !== null);

describe('targets', () => {
  it('have sound attributes, whatever they show', () => {
    fc.assert(
      fc.property(fc.array(anyTarget, { maxLength: 6 }), fc.constantFrom(...SHEETS), (rows, sheet) => {
        expect(flawsOf(draw(rows, sheet))).toEqual([]);
      }),
    );
  });

  it.each(SHEETS)('stand in one line, and a bar meets it when all is reached', sheet => {
    const rows = [
      indicator({ actual: 40 }),
      indicator({ baseline: 30, target: 10, actual: 20, unit: '' }),
      indicator({ baseline: -5, target: 10, actual: -5 }),
    ];
    const drawing = draw(rows, sheet);
    const goals = new Set(drawn(drawing.marks, 'line').map(l => num(l, 'x1')));
    const [goal = 0] = goals;
    expect(goals.size).toBe(1);
    const [whole, half, none] = rowsOf(drawing.marks).map(bar);
    expect(num(whole, 'x') + num(whole, 'width')).toBeCloseTo(goal, 1);
    expect(num(half, 'width')).toBeCloseTo(num(whole, 'width') / 2, 1);
    expect(none).toBeUndefined();
  });

  it('end in an arrow where they go on beyond the sheet, or the other way', () => {
    const rows = [44, 50, 51, 4000, -1, null].map(actual => indicator({ actual }));
    const drawing = draw(rows);
    const arrows = rowsOf(drawing.marks).map(row => drawn([row], 'path').length);
    expect(arrows).toEqual([0, 0, 1, 1, 1, 0]);
    const widths = rowsOf(drawing.marks).map(row => num(bar(row), 'width'));
    expect(widths[3]).toBe(widths[2]);
    expect(widths[0]).toBeLessThan(widths[1] ?? 0);
  });

  it('say figure, target and share, and keep their order', () => {
    const rows = [
      indicator({ actual: 12 }),
      indicator({ label: 'Frío', unit: '°C', baseline: -5, target: 10, actual: 4 }),
      indicator({ label: 'Notas', unit: '', actual: null, target: 1200.5 }),
      indicator({ label: 'Casi', target: 1000, actual: 999.9 }),
      indicator({ label: 'Quieto', unit: '%', baseline: 80, target: 80, actual: 85 }),
      indicator({ label: 'Igual', unit: '%', baseline: 70, target: 80, actual: 60, direction: 'keep' }),
      indicator({ label: 'Caídas', unit: '', target: 10, actual: 20, direction: 'down' }),
      indicator({ label: 'Menos', unit: '', baseline: 30, target: 10, direction: 'down', actual: 20 }),
      indicator({ label: 'Convenio', unit: '', target: 1, actual: 1, isMilestone: true }),
      indicator({ label: 'Sede', unit: '', target: 1, actual: 0, isMilestone: true }),
      indicator({ label: 'Ley', unit: '', target: 1, isMilestone: true }),
    ];
    const said = [
      'Talleres: 12 de 40 talleres (30 %)',
      'Frío: 4 °C; meta: de -5 a 10 (60 %)',
      'Notas: sin dato; meta: 1.200,5',
      'Casi: 999,9 de 1.000 talleres (99 %)',
      'Quieto: 85 %; meta: de 80 a 80',
      'Igual: 60 %; meta: mantener 80 % (75 %)',
      'Caídas: 20; meta: hasta 10 (50 %)',
      'Menos: 20; meta: de 30 a 10 (50 %)',
      'Convenio: alcanzado',
      'Sede: no alcanzado',
      'Ley: sin dato',
    ];
    const drawing = draw(rows, PHONE);
    expect(labelsOf(drawing)).toEqual(said);
    expect(textsOf(drawing)).toEqual(said.flatMap(s => s.split(/: (.*)/).slice(0, 2)));
    expect(drawing.table.rows).toEqual([
      ['Talleres', 'talleres', null, 40, 12, 30],
      ['Frío', '°C', -5, 10, 4, 60],
      ['Notas', '', null, 1200.5, null, null],
      ['Casi', 'talleres', null, 1000, 999.9, 99],
      ['Quieto', '%', 80, 80, 85, null],
      ['Igual', '%', 70, 'mantener 80', 60, 75],
      ['Caídas', '', null, 10, 20, 50],
      ['Menos', '', 30, 10, 20, 50],
      ['Convenio', '', null, 'alcanzado', 'alcanzado', 100],
      ['Sede', '', null, 'alcanzado', 'no alcanzado', 0],
      ['Ley', '', null, 'alcanzado', null, null],
    ]);
    expect(drawing.sentence).toBe('Una frase.');
  });

  it('leave out a unit that has no room before anything is cut', () => {
    const unit = 'personas que terminan la capacitación completa';
    const drawing = draw([indicator({ unit, actual: 12 })]);
    expect(textsOf(drawing)).toEqual(['Talleres', '12 de 40 (30 %)']);
    expect(labelsOf(drawing)).toEqual([`Talleres: 12 de 40 ${unit} (30 %)`]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCUMULATIONS, INDICATOR_KINDS } from '../sections/indicators.ts';
import { actualValue, type Measure, type Measured, shareOf } from './actual-value.ts';

const KINDS = INDICATOR_KINDS.map(k => k.value);
const WAYS = ACCUMULATIONS.map(a => a.value);

/** A measurement of the n-th day of May, measured at noon. */
const of = (n: number, more: Partial<Measured> = {}): Measured => ({
  ...{ id: `m${n}`, day: `2026-05-0${n}`, value: null, numerator: null, denominator: null, note: '' },
  recordedAt: `2026-05-0${n}T12:00:00.000Z`,
  ...more,
});
const share = (n: number, numerator: number, denominator: number): Measured =>
  of(n, { numerator, denominator, value: shareOf('percentage', numerator, denominator) });

const numbers = [of(1, { value: 2.5 }), of(2, { value: -4 }), of(3, { value: 1.0001 })];
const shares = [share(1, 1, 3), share(2, 30, 40), share(3, 0, 7)];
const points = [of(1, { value: 4 }), of(2, { value: 6.5 }), of(3, { value: 5 })];
const reached = [of(1, { value: 0 }), of(2, { value: 1 }), of(3, { value: 0 })];
const told = [of(1, { note: 'Poco.' }), of(2, { note: 'Más.' }), of(3, { note: 'Mucho.' })];

describe('what measurements come to', () => {
  it.each<[Measure, Measured[], number | null]>([
    [{ kind: 'number', accumulates: 'sum' }, numbers, -0.4999],
    [{ kind: 'number', accumulates: 'last' }, numbers, 1.0001],
    [{ kind: 'number', accumulates: 'max' }, numbers, 2.5],
    // −0.49990 / 3 = −0.16663…
    [{ kind: 'number', accumulates: 'average' }, numbers, -0.1666],
    // Counted of counted: 31 of 50, not the mean of three shares.
    [{ kind: 'percentage', accumulates: 'sum' }, shares, 62],
    [{ kind: 'percentage', accumulates: 'last' }, shares, 0],
    [{ kind: 'percentage', accumulates: 'max' }, shares, 75],
    [{ kind: 'percentage', accumulates: 'average' }, shares, 36.1111],
    [{ kind: 'ratio', accumulates: 'sum' }, shares, 0.62],
    [{ kind: 'scale', accumulates: 'last' }, points, 5],
    [{ kind: 'scale', accumulates: 'max' }, points, 6.5],
    [{ kind: 'scale', accumulates: 'average' }, points, 5.1667],
    ...WAYS.map((accumulates): [Measure, Measured[], number] => [
      { kind: 'milestone', accumulates },
      reached,
      0,
    ]),
    ...WAYS.map((accumulates): [Measure, Measured[], null] => [
      { kind: 'qualitative', accumulates },
      told,
      null,
    ]),
    // Stored before indicators had kinds.
    [{}, numbers, 1.0001],
  ])('of %j', (measure, accepted, value) => {
    expect(actualValue(measure, accepted)).toEqual({
      ...{ value, measurements: 3, day: '2026-05-03' },
      words: measure.kind === 'qualitative' ? 'Mucho.' : '',
    });
  });

  it('is nothing without any', () => {
    for (const kind of KINDS)
      for (const accumulates of WAYS) expect(actualValue({ kind, accumulates }, [])).toBeNull();
  });

  it.each<[string, number[], number]>([
    ['a tenth thrice', [0.1, 0.1, 0.1], 0.3],
    ['a ten-thousandth and the largest', [1_000_000_000, 0.0001], 1_000_000_000.0001],
    ['what a double cannot hold between', [0.1, 0.2, -0.3], 0],
    ['more than a double holds in ten-thousandths', Array(1000).fill(999_999_999.9999), 999_999_999_999.9],
  ])('adds up exactly: %s', (_, values, total) => {
    const accepted = values.map((value, n) => of(1, { id: `m${n}`, value }));
    expect(actualValue({ accumulates: 'sum' }, accepted)?.value).toBe(total);
  });

  it('rounds halves away from zero, as the database does', () => {
    const mean = (a: number, b: number) =>
      actualValue({ accumulates: 'average' }, [of(1, { value: a }), of(2, { value: b })])?.value;
    expect([mean(0.0001, 0.0002), mean(-0.0001, -0.0002), mean(0.0001, 0)]).toEqual([
      0.0002, -0.0002, 0.0001,
    ]);
    expect([shareOf('ratio', 1, 3), shareOf('percentage', 2, 3), shareOf('ratio', 0.0001, 2)]).toEqual([
      0.3333, 66.6667, 0.0001,
    ]);
  });

  it('of a share whose parts nobody knows is not known, rather than a failure', () => {
    expect(actualValue({ kind: 'ratio', accumulates: 'sum' }, [of(1, { value: 3 })])?.value).toBeNull();
  });

  it('a correction keeps its place among those of one day, though it was made last', () => {
    const first = of(1, { id: 'a', value: 10, recordedAt: '2026-05-01T08:00:00.000Z' });
    const second = of(1, { id: 'b', value: 20, recordedAt: '2026-05-01T09:00:00.000Z' });
    const correction = { ...first, id: 'c', value: 11 };
    expect(actualValue({ accumulates: 'last' }, [first, second])?.value).toBe(20);
    expect(actualValue({ accumulates: 'last' }, [second, correction])?.value).toBe(20);
    // Of a later day it is the last all the same.
    const moved = { ...correction, day: '2026-05-02' };
    expect(actualValue({ accumulates: 'last' }, [moved, second])).toMatchObject({
      value: 11,
      day: '2026-05-02',
    });
  });
});

/** Ten-thousandths, so that the test reckons with whole numbers. */
const units = fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 });
const someMeasured = fc
  .array(
    fc.record({
      id: fc.uuid(),
      day: fc.constantFrom('2026-05-01', '2026-05-02', '2026-05-03'),
      recordedAt: fc.constantFrom('2026-05-03T10:00:00.000Z', '2026-05-03T10:00:00.001Z'),
      value: units.map(n => n / 10_000),
      numerator: fc.nat({ max: 1_000_000 }).map(n => n / 10_000),
      denominator: fc.integer({ min: 1, max: 1_000_000 }).map(n => n / 10_000),
      note: fc.string({ maxLength: 8 }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map(all => [...new Map(all.map(m => [m.id, m])).values()]);
const measures = fc.record({ kind: fc.constantFrom(...KINDS), accumulates: fc.constantFrom(...WAYS) });

describe('whatever was measured', () => {
  it('the order in which it is given does not matter', () => {
    fc.assert(
      fc.property(measures, someMeasured, fc.infiniteStream(fc.nat()), (measure, all, keys) => {
        const shuffled = all
          .map(m => ({ m, key: keys.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ m }) => m);
        expect(actualValue(measure, shuffled)).toEqual(actualValue(measure, all));
      }),
    );
  });

  it('a sum is that of its ten-thousandths', () => {
    fc.assert(
      fc.property(fc.array(units, { minLength: 1, maxLength: 200 }), all => {
        const accepted = all.map((n, at) => of(1, { id: `m${at}`, value: n / 10_000 }));
        const total = all.reduce((sum, n) => sum + BigInt(n), 0n);
        expect(actualValue({ accumulates: 'sum' }, accepted)?.value).toBe(Number(`${total}e-4`));
      }),
    );
  });

  it('a mean and an added share lie between the least and the most', () => {
    fc.assert(
      fc.property(someMeasured, all => {
        const between = (value: number | null | undefined, of: number[]) => {
          expect(value).toBeGreaterThanOrEqual(Math.min(...of));
          expect(value).toBeLessThanOrEqual(Math.max(...of));
        };
        between(
          actualValue({ accumulates: 'average' }, all)?.value,
          all.map(m => m.value),
        );
        between(
          actualValue({ kind: 'ratio', accumulates: 'sum' }, all)?.value,
          all.map(m => shareOf('ratio', m.numerator, m.denominator)),
        );
      }),
    );
  });
});

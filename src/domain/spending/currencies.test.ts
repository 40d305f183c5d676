import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOLIDAYS } from '../kit/holidays.ts';
import { amountErrors, type Currency, hasOwnRate, rateDay, toPesos } from './currencies.ts';

const holidays = new Set(HOLIDAYS.map(h => h.day));

describe('the day whose value holds', () => {
  it.each<[Currency, string, string, string]>([
    ['USD', 'a working day', '2026-11-25', '2026-11-25'],
    ['USD', 'a Saturday', '2026-11-28', '2026-11-27'],
    ['USD', 'a Sunday', '2026-11-29', '2026-11-27'],
    ['USD', 'a holiday in the week', '2026-12-08', '2026-12-07'],
    ['USD', 'a Monday off after a weekend', '2026-10-12', '2026-10-09'],
    ['USD', 'a holiday on a Friday', '2026-12-25', '2026-12-24'],
    ['USD', 'the Sunday after it', '2026-12-27', '2026-12-24'],
    ['USD', 'new year, over the year', '2027-01-01', '2026-12-31'],
    ['UF', 'a Sunday', '2026-11-29', '2026-11-29'],
    ['UF', 'a holiday', '2026-12-25', '2026-12-25'],
    ['CLP', 'a Sunday', '2026-11-29', '2026-11-29'],
  ])('of %s on %s, %s, is %s', (currency, _, day, expected) => {
    expect(rateDay(currency, day, holidays)).toBe(expected);
  });

  it('is a day that has a value of its own, never a later one', () => {
    const anyDay = fc
      .date({ min: new Date('2026-01-05'), max: new Date('2028-12-31'), noInvalidDate: true })
      .map(d => d.toISOString().slice(0, 10));
    fc.assert(
      fc.property(anyDay, fc.constantFrom('UF' as const, 'USD' as const), (day, currency) => {
        const of = rateDay(currency, day, holidays);
        expect(of <= day).toBe(true);
        expect(hasOwnRate(currency, of, holidays)).toBe(true);
        expect(of === day).toBe(hasOwnRate(currency, day, holidays));
        expect(rateDay(currency, of, holidays)).toBe(of);
      }),
    );
  });
});

describe('pesos of an amount', () => {
  it.each([
    [1, 1, 1],
    [2.5, 39_643.59, 99_109],
    [0.0001, 39_643.59, 4],
    // Half a peso up, where a binary fraction would fall short of it.
    [1.005, 100, 101],
    [0.5, 1, 1],
    [0.4999, 1, 0],
    [1.15, 10, 12],
    [8.45, 10, 85],
    [9_999_999_999.9999, 99.9999, 999_999_000_000],
    [999_999_999_999, 1, 999_999_999_999],
  ])('%d at %d are %d', (amount, rate, pesos) => {
    expect(toPesos(amount, rate)).toBe(pesos);
  });

  it('of pesos are the same pesos, and more never cost less', () => {
    const pesos = fc.integer({ min: 1, max: 999_999_999_999 });
    const rate = fc.integer({ min: 1, max: 999_999_999 }).map(n => n / 10_000);
    const amount = fc.integer({ min: 1, max: 100_000_000 }).map(n => n / 10_000);
    fc.assert(fc.property(pesos, p => toPesos(p, 1) === p));
    fc.assert(
      fc.property(amount, rate, (a, r) => {
        expect(toPesos(a + 1, r)).toBeGreaterThanOrEqual(toPesos(a, r));
        expect(Math.abs(toPesos(a, r) - a * r)).toBeLessThanOrEqual(0.500_001);
      }),
    );
  });
});

it.each<[Currency, number, string[]]>([
  ['CLP', 1000, []],
  ['CLP', 1000.5, ['En pesos, sin decimales.']],
  ['USD', 10.25, []],
  ['USD', 10.255, ['Hasta 2 decimales.']],
  ['UF', 1.2345, []],
  ['UF', 1.234_56, ['Hasta 4 decimales.']],
  ['UF', 1e-5, ['Hasta 4 decimales.']],
])('%s %d is told to be wrong by %j', (currency, amount, messages) => {
  const errors = amountErrors('gross', amount, currency);
  expect(errors).toEqual(messages.map(message => ({ path: 'gross', message })));
});

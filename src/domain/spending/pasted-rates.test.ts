import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../kit/calendar.ts';
import { formatDay, formatNumber } from '../text/format.ts';
import { RATE_DECIMALS } from './currencies.ts';
import { readPastedRates } from './pasted-rates.ts';

const one = (text: string, currency: 'UF' | 'USD' = 'UF') => {
  const { rates, unread } = readPastedRates(text, currency);
  return rates[0] ? [rates[0].day, rates[0].value] : unread[0]?.why;
};

describe('a pasted line', () => {
  it.each<[string, unknown]>([
    ['01-11-2026 39.643,59', ['2026-11-01', 39_643.59]],
    ['01-11-2026\t39.643,59', ['2026-11-01', 39_643.59]],
    ['1/11/2026;39643,59', ['2026-11-01', 39_643.59]],
    ['1/11/26 $ 39.643,59', ['2026-11-01', 39_643.59]],
    ['2026-11-01,39643.59', ['2026-11-01', 39_643.59]],
    ['2026-11-01 00:00:00\t39643.59', ['2026-11-01', 39_643.59]],
    ['"01-11-2026","39.643,59"', ['2026-11-01', 39_643.59]],
    ['01.Nov.2026 39.643,59', ['2026-11-01', 39_643.59]],
    ['01-sept-2026 UF 39.643,5912', ['2026-09-01', 39_643.5912]],
    ['  01-11-2026  39.643 ', ['2026-11-01', 39_643]],
    ['01-11-2026 12.5', ['2026-11-01', 12.5]],
    ['Fecha\tValor', 'No empieza con una fecha.'],
    ['39.643,59 01-11-2026', 'No empieza con una fecha.'],
    ['01-11-202639.643,59', 'No empieza con una fecha.'],
    ['31-11-2026 39.643,59', 'Esa fecha no existe.'],
    ['01-xyz-2026 39.643,59', 'Esa fecha no existe.'],
    ['01-11-1999 39.643,59', 'Esa fecha no existe.'],
    ['01-11-2026', 'Falta el valor.'],
    ['01-11-2026 ND', 'El valor no es un número.'],
    ['01-11-2026 39.643,59 extra', 'El valor no es un número.'],
    ['01-11-2026 0', 'El valor debe ser mayor que cero.'],
    ['01-11-2026 -5', 'El valor debe ser mayor que cero.'],
    ['01-11-2026 1,23456', 'Hasta 4 decimales.'],
    ['01-11-2026 123456789', 'El valor es demasiado grande.'],
  ])('%j is %j', (text, expected) => {
    expect(one(text)).toEqual(expected);
  });

  it('of dollars is of no weekend', () => {
    expect(one('27-11-2026 943,55', 'USD')).toEqual(['2026-11-27', 943.55]);
    expect(one('28-11-2026 943,55', 'USD')).toBe('El dólar no tiene valor en fin de semana.');
    expect(one('28-11-2026 39.643,59')).toEqual(['2026-11-28', 39_643.59]);
  });
});

it('lines are told by their number, empty ones and a heading do no harm, a day counts once', () => {
  const text = 'Día;Valor\r\n\r\n01-11-2026;100\r\n02-11-2026;200\r\n01-11-2026;100\r\n02-11-2026;201\r\n';
  expect(readPastedRates(text, 'UF')).toEqual({
    rates: [
      { line: 3, day: '2026-11-01', value: 100 },
      { line: 4, day: '2026-11-02', value: 200 },
    ],
    unread: [
      { line: 1, text: 'Día;Valor', why: 'No empieza con una fecha.' },
      { line: 5, text: '01-11-2026;100', why: 'Repite la línea 3.' },
      { line: 6, text: '02-11-2026;201', why: 'El 02-11-2026 ya está en la línea 4 con otro valor.' },
    ],
  });
  expect(readPastedRates('', 'UF')).toEqual({ rates: [], unread: [] });
});

it('what the application writes it reads back, and no line gets lost', () => {
  const values = fc.array(
    fc.integer({ min: 1, max: 999_999_999 }).map(n => n / 10_000),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(values, fc.constantFrom(' ', '\t', ';'), (all, between) => {
      const given = all.map((value, n) => ({ day: addDays('2026-01-01', n), value }));
      const text = given
        .map(({ day, value }) => `${formatDay(day)}${between}${formatNumber(value, RATE_DECIMALS)}`)
        .join('\n');
      const { rates, unread } = readPastedRates(text, 'UF');
      expect(unread).toEqual([]);
      expect(rates.map(({ day, value }) => ({ day, value }))).toEqual(given);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 30 }), { maxLength: 20 }), lines => {
      const text = lines.join('\n');
      const { rates, unread } = readPastedRates(text, 'USD');
      const told = [...rates, ...unread].map(l => l.line).toSorted((a, b) => a - b);
      const written = text.split(/\r\n|\r|\n/).flatMap((l, n) => (l.trim() === '' ? [] : [n + 1]));
      expect(told).toEqual(written);
    }),
  );
});

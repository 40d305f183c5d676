import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normaliseNumber,
  supplierKey,
  type VoucherType,
  voucherErrors,
  voucherFields,
  voucherTypeFields,
  withheldOf,
  withholdingFor,
} from './vouchers.ts';

const TYPE: VoucherType = {
  ...{ id: '0190a000-0000-7000-8000-000000000001', name: 'Factura', papers: [], active: true },
  ...{ hasNumber: true, needsSupplier: true, withholds: false, isCredit: false },
};
const RUT = '76.086.428-5';

const given = (more: object = {}) =>
  voucherFields.parse({
    ...{ typeId: TYPE.id, number: '123', supplier: { rut: RUT, name: 'Librería Sur' } },
    ...{ issuedOn: '2026-05-05', gross: 1000 },
    ...more,
  });
const wrong = (type: Partial<VoucherType>, more: object) =>
  voucherErrors({ ...TYPE, ...type }, given(more)).map(e => e.path);

describe('what a voucher has to say for its type', () => {
  const FREE = { hasNumber: false, needsSupplier: false };
  it.each<[string, Partial<VoucherType>, object, string[]]>([
    ['all of it', {}, {}, []],
    ['no number', {}, { number: ' ' }, ['number']],
    ['a number of signs', {}, { number: '--/--' }, ['number']],
    ['a number of signs, which nobody asked for', FREE, { number: '--' }, ['number']],
    ['nobody', {}, { supplier: {} }, ['supplier.rut', 'supplier.name']],
    ['nobody, where nobody is asked for', FREE, { number: '', supplier: {} }, []],
    ['somebody without a name', FREE, { supplier: { rut: RUT } }, ['supplier.name']],
    ['somebody abroad', {}, { supplier: { foreignId: 'DE 123', name: 'Verlag' } }, []],
    [
      'a RUT as if it were abroad',
      {},
      { supplier: { foreignId: '76.086.428-5', name: 'A' } },
      ['supplier.foreignId'],
    ],
    ['the same in digits', {}, { supplier: { foreignId: '760864285', name: 'A' } }, ['supplier.foreignId']],
    ['with its country', {}, { supplier: { foreignId: 'PE 760864285', name: 'A' } }, []],
    ['an id of signs', {}, { supplier: { foreignId: '-', name: 'Verlag' } }, ['supplier.rut']],
    [
      'somebody here and abroad',
      {},
      { supplier: { rut: RUT, foreignId: 'X1', name: 'A' } },
      ['supplier.foreignId'],
    ],
    ['a number of as many letters as fit', {}, { number: `${'ß'.repeat(19)}12` }, []],
    ['a number whose letters become more', {}, { number: 'ß'.repeat(21) }, ['number']],
    ['one of those that nobody asked for', FREE, { number: 'ﬃ'.repeat(14) }, ['number']],
    ['an id that fits', {}, { supplier: { foreignId: 'A'.repeat(40), name: 'Verlag' } }, []],
    [
      'an id whose letters become more',
      {},
      { supplier: { foreignId: 'ﬃ'.repeat(14), name: 'Verlag' } },
      ['supplier.foreignId'],
    ],
    ['half a peso', {}, { gross: 10.5 }, ['gross']],
    ['cents of a dollar', {}, { gross: 10.55, currency: 'USD' }, []],
    [
      'everything wrong at once',
      {},
      { number: '', supplier: {}, gross: 0.5 },
      ['gross', 'number', 'supplier.rut', 'supplier.name'],
    ],
  ])('%s', (_, type, more, paths) => {
    expect(wrong(type, more)).toEqual(paths);
  });
});

describe('a number as it is compared', () => {
  it.each([
    ['N° 000.123-4', '1234'],
    ['nº1234', '1234'],
    ['No. 1234', '1234'],
    ['Nro. 1234', '1234'],
    ['Núm. 1234', '1234'],
    ['número 1234', '1234'],
    ['Folio N° 1234', '1234'],
    ['Factura 1234', '1234'],
    ['F-1234', 'F1234'],
    ['123 4', '1234'],
    ['١٢٣', ''],
    ['A-0012', 'A0012'],
    ['a0012', 'A0012'],
    ['NOTA 5', 'NOTA5'],
    ['0000', '0'],
    ['１２３４', '1234'],
    ['', ''],
  ])('%s is %s', (number, key) => {
    expect(normaliseNumber(number)).toBe(key);
  });

  it('has capitals and digits alone, whichever case it was typed in', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40, unit: 'grapheme' }), number => {
        const key = normaliseNumber(number);
        expect(key).toMatch(/^[0-9A-Z]*$/);
        expect(normaliseNumber(` ${number.toLowerCase()} `.trim())).toBe(normaliseNumber(number.trim()));
      }),
      { examples: [['0'], ['00a'], ['N1']] },
    );
  });
});

it('a supplier is one by RUT, else by the foreign id, which is never a RUT', () => {
  const keyOf = (supplier: object) => supplierKey(given({ supplier }).supplier);
  expect(keyOf({ rut: RUT })).toBe(keyOf({ rut: '760864285' }));
  expect(keyOf({ rut: '10.000.013-k' })).toBe(keyOf({ rut: '10000013K' }));
  expect(keyOf({ foreignId: 'de-12 3' })).toBe('XDE123');
  expect(keyOf({ foreignId: '760864285' })).not.toBe(keyOf({ rut: RUT }));
  expect(keyOf({})).toBe('');
});

describe('the types of the office', () => {
  const paths = (more: object) => {
    const { id: _, ...fields } = TYPE;
    const { error } = voucherTypeFields.safeParse({ ...fields, ...more });
    return (error?.issues ?? []).map(i => i.path.join('.'));
  };
  const paper = { id: 'voucher', name: 'Factura' };
  it.each<[object, string[]]>([
    [{}, []],
    [{ hasNumber: true, needsSupplier: false }, ['needsSupplier']],
    [{ isCredit: true, withholds: true }, ['withholds']],
    [{ isCredit: true }, []],
    [{ name: 'x' }, ['name']],
    [{ papers: [paper] }, []],
    [{ papers: [paper, { ...paper, name: 'Otro' }] }, ['papers']],
    [{ papers: [{ id: 'A B', name: 'Factura' }] }, ['papers.0.id']],
    [{ papers: Array.from({ length: 11 }, (_, n) => ({ id: `p${n}`, name: `Papel ${n}` })) }, ['papers']],
  ])('%j is wrong at %j', (more, wrongPaths) => {
    expect(paths(more)).toEqual(wrongPaths);
  });
});

describe('what is withheld', () => {
  const RATES = [
    { year: 2026, percent: 15.25 },
    { year: 2020, percent: 10.75 },
    { year: 2028, percent: 17 },
  ];
  it.each([
    [2019, null],
    [2020, 10.75],
    [2025, 10.75],
    [2026, 15.25],
    [2027, 15.25],
    [2028, 17],
    [2090, 17],
  ])('of a voucher of %d is %j percent', (year, percent) => {
    expect(withholdingFor(RATES, year)).toBe(percent);
  });

  it('is nothing where there is no table', () => {
    expect(withholdingFor([], 2026)).toBeNull();
  });

  it.each([
    [100_000, 15.25, 15_250],
    [100_000, 0, 0],
    [100_000, 100, 100_000],
    // Half a peso up.
    [50, 1, 1],
    [49, 1, 0],
    [2, 14.5, 0],
    [200, 15.25, 31],
    [999_999_999_999, 15.25, 152_500_000_000],
  ])('of %d pesos at %d percent is %d', (pesos, percent, withheld) => {
    expect(withheldOf(pesos, percent)).toBe(withheld);
  });

  it('is whole pesos, never more than all', () => {
    const pesos = fc.integer({ min: 1, max: 999_999_999_999 });
    const percent = fc.integer({ min: 0, max: 10_000 }).map(n => n / 100);
    fc.assert(
      fc.property(pesos, percent, (p, share) => {
        const withheld = withheldOf(p, share);
        expect(Number.isSafeInteger(withheld) && withheld >= 0 && withheld <= p).toBe(true);
        expect(Math.abs(withheld - (p * share) / 100)).toBeLessThanOrEqual(0.501);
      }),
    );
  });
});

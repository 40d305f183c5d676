import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Instalment,
  instalmentAmounts,
  instalments,
  releasedOf,
  releaseLabel,
  toReturn,
} from './instalments.ts';

const part = (share: number, report: number | null): Instalment => ({ id: randomUUID(), share, report });

describe('the parts of an award', () => {
  const wrong = (all: Instalment[]) =>
    (instalments.safeParse(all).error?.issues ?? []).map(i => [i.path.join('.'), i.message]);
  const once = part(50, null);

  it.each<[string, Instalment[], string[]]>([
    ['none', [], []],
    ['one', [part(100, 2)], []],
    ['the start and each report', [part(40, null), part(30, 1), part(30, 2)], []],
    ['two by the same', [part(50, null), part(20, 1), part(30, 1)], []],
    ['too little', [part(50, null)], ['Las cuotas deben sumar 100 %.']],
    ['too much', [part(50, null), part(51, 1)], ['Las cuotas deben sumar 100 %.']],
    ['one twice', [once, once], ['Hay cuotas repetidas.']],
    [
      'a report before the start',
      [part(50, 1), part(50, null)],
      ['Ordena las cuotas: primero las del inicio, después las de cada informe.'],
    ],
    [
      'a report before an earlier one',
      [part(50, 2), part(50, 1)],
      ['Ordena las cuotas: primero las del inicio, después las de cada informe.'],
    ],
  ])('are %s: %j', (_, all, messages) => {
    expect(wrong(all).map(([, message]) => message)).toEqual(messages);
  });

  it.each<[Instalment, string]>([
    [part(0, null), 'share'],
    [part(33.5, null), 'share'],
    [part(100, 0), 'report'],
    [part(100, 21), 'report'],
  ])('%j is wrong at %s', (one, field) => {
    expect(wrong([one]).map(([path]) => path)).toContain(`0.${field}`);
  });

  it('are called by what releases them', () => {
    expect([null, 2].map(releaseLabel)).toEqual(['Inicio del proyecto', 'Informe de avance 2']);
  });
});

/** Any list that the form lets through, by shares that add up to 100. */
const anyParts = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 99 }), fc.option(fc.integer({ min: 1, max: 20 }))), {
    maxLength: 19,
  })
  .map(given => {
    const cuts = [...new Set(given.map(([cut]) => cut))].toSorted((a, b) => a - b);
    const shares = [...cuts, 100].map((cut, n) => cut - (cuts[n - 1] ?? 0));
    const reports = shares.map((_, n) => given[n]?.[1] ?? null).toSorted((a, b) => (a ?? 0) - (b ?? 0));
    return shares.map((share, n) => part(share, reports[n] ?? null));
  });
const award = fc.oneof(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 0, max: 500 }));

describe('pesos of the parts', () => {
  it.each<[number, number[], number[]]>([
    [1_000_000, [], [1_000_000]],
    [1_000_000, [40, 60], [400_000, 600_000]],
    [101, [33, 33, 34], [33, 33, 35]],
    [1, [50, 50], [0, 1]],
    [0, [50, 50], [0, 0]],
    [999_999_999_999, [1, 99], [9_999_999_999, 990_000_000_000]],
  ])('of %d by %j are %j', (awarded, shares, amounts) => {
    const all = shares.map(share => ({ share }));
    expect(instalmentAmounts(awarded, all)).toEqual(amounts);
  });

  it('add up to the award, none below nothing, each within its share', () => {
    fc.assert(
      fc.property(award, anyParts, (awarded, all) => {
        expect(instalments.safeParse(all).success).toBe(true);
        const amounts = instalmentAmounts(awarded, all);
        expect(amounts.reduce((sum, a) => sum + a, 0)).toBe(awarded);
        for (const [n, amount] of amounts.entries()) {
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true);
          expect(Math.abs(amount - (awarded * (all[n]?.share ?? 0)) / 100)).toBeLessThan(all.length + 0.01);
        }
      }),
    );
  });
});

describe('what may be paid', () => {
  const all = [part(40, null), part(30, 1), part(30, 2)];
  it.each<[boolean, number[], number]>([
    [false, [], 0],
    [false, [1, 2], 0],
    [true, [], 400_000],
    [true, [1], 700_000],
    [true, [2], 700_000],
    [true, [1, 2, 3], 1_000_000],
  ])('started %j, with reports %j, is %d', (isStarted, reports, released) => {
    expect(releasedOf(1_000_000, all, { isStarted, reports })).toBe(released);
  });

  it('without parts is all of it from the start on', () => {
    expect(releasedOf(1_000_000, [], { isStarted: false, reports: [] })).toBe(0);
    expect(releasedOf(1_000_000, [], { isStarted: true, reports: [] })).toBe(1_000_000);
  });

  it('is the whole award once everything is accepted, and never shrinks by a report', () => {
    const reports = Array.from({ length: 20 }, (_, n) => n + 1);
    fc.assert(
      fc.property(award, anyParts, fc.integer({ min: 0, max: 19 }), (awarded, parts, n) => {
        expect(releasedOf(awarded, parts, { isStarted: true, reports })).toBe(awarded);
        const some = releasedOf(awarded, parts, { isStarted: true, reports: reports.slice(0, n) });
        const more = releasedOf(awarded, parts, { isStarted: true, reports: reports.slice(0, n + 1) });
        expect(more).toBeGreaterThanOrEqual(some);
      }),
    );
  });
});

it('what was paid and neither approved nor given back is to be returned', () => {
  expect(toReturn({ paid: 100, approved: 70, refunded: 10 })).toBe(20);
  expect(toReturn({ paid: 100, approved: 70, refunded: 30 })).toBe(0);
  expect(toReturn({ paid: 100, approved: 120, refunded: 0 })).toBe(0);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AwardRules,
  awardErrors,
  type Contender,
  compareContenders,
  cutoffs,
  proposeAwards,
  rank,
  tieGrounds,
} from './ranking.ts';

const contender = (id: string, more: Partial<Contender> = {}): Contender => ({
  id,
  code: `FEX-${id}`,
  score: 80,
  reviewCount: 2,
  heaviest: 0.8,
  amount: 1_000_000,
  submittedAt: '2026-05-01T12:00:00.000Z',
  lineId: 'A',
  facultyId: 'F1',
  ...more,
});

/** Few values, so that ties happen; every id once. */
const contenders = fc
  .array(
    fc.record({
      score: fc.option(fc.integer({ min: 50, max: 100 }), { nil: null }),
      reviewCount: fc.constantFrom(0, 1, 2, 3),
      heaviest: fc.constantFrom(0.2, 0.6, 1),
      amount: fc.integer({ min: 1, max: 5 }),
      submittedAt: fc.constantFrom('2026-05-01T12:00:00.000Z', '2026-05-02T12:00:00.000Z'),
      lineId: fc.constantFrom('A', 'B'),
      facultyId: fc.constantFrom('F1', 'F2', null),
    }),
    { maxLength: 40 },
  )
  .map(rows => rows.map((row, n): Contender => ({ ...row, id: `p${n}`, code: `FEX-2026-${n}` })));
const line = (id: string) =>
  fc.record({
    id: fc.constant(id),
    budget: fc.option(fc.integer({ min: 0, max: 40 }), { nil: null }),
    cap: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
  });
const rules: fc.Arbitrary<AwardRules> = fc.record({
  minimum: fc.integer({ min: 50, max: 90 }),
  reviews: fc.integer({ min: 1, max: 3 }),
  lines: fc.tuple(line('A'), line('B')),
  quotas: fc
    .subarray(['F1', 'F2'])
    .chain(ids =>
      fc.tuple(...ids.map(facultyId => fc.record({ facultyId: fc.constant(facultyId), quota: fc.nat(5) }))),
    ),
});

describe('the ranking', () => {
  it('goes by score, heaviest criterion, lower amount, earlier submission, registration', () => {
    const order = rank([
      contender('f', { score: null }),
      contender('e'),
      contender('d', { submittedAt: '2026-04-30T12:00:00.000Z' }),
      contender('c', { amount: 900_000 }),
      contender('b', { heaviest: 1 }),
      contender('a', { score: 81 }),
      contender('e2'),
    ]);
    expect(order.map(c => c.id)).toEqual(['a', 'b', 'c', 'd', 'e', 'e2', 'f']);
  });

  it('knows who was registered first by the code, never by the id that a proposal came with', () => {
    const [late, early] = [
      contender('a', { code: 'FEX-2026-10000' }),
      contender('b', { code: 'FEX-2026-9999' }),
    ];
    expect(rank([late, early])).toEqual([early, late]);
  });

  it('is total: whatever the order it comes in, the same comes out', () => {
    fc.assert(
      fc.property(contenders, fc.infiniteStream(fc.double({ noNaN: true })), (rows, noise) => {
        const shuffled = rows
          .map(row => ({ row, key: noise.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key)
          .map(({ row }) => row);
        expect(rank(shuffled)).toEqual(rank(rows));
        for (const a of rows) for (const b of rows) expect(compareContenders(a, b) === 0).toBe(a.id === b.id);
      }),
    );
  });
});

describe('the proposed awards', () => {
  it('never exceed budget, cap or quota, nor go below the minimum', () => {
    fc.assert(
      fc.property(contenders, rules, (rows, given) => {
        const results = new Map(proposeAwards(rows, given).map(p => [p.id, p.result]));
        const awarded = rows.filter(c => results.get(c.id) === 'award');
        for (const { id, budget, cap } of given.lines) {
          const own = awarded.filter(c => c.lineId === id);
          if (budget !== null) expect(own.reduce((sum, c) => sum + c.amount, 0)).toBeLessThanOrEqual(budget);
          if (cap !== null) for (const c of own) expect(c.amount).toBeLessThanOrEqual(cap);
        }
        for (const { facultyId, quota } of given.quotas)
          expect(awarded.filter(c => c.facultyId === facultyId).length).toBeLessThanOrEqual(quota);
        for (const c of awarded) {
          expect(c.score).toBeGreaterThanOrEqual(given.minimum);
          expect(c.reviewCount).toBeGreaterThanOrEqual(given.reviews);
        }
        expect(awardErrors(awarded, given)).toEqual([]);
      }),
    );
  });

  it('leave nobody waiting who would still fit, and answer for everybody', () => {
    fc.assert(
      fc.property(contenders, rules, (rows, given) => {
        const proposed = proposeAwards(rows, given);
        expect(proposed.map(p => p.id)).toEqual(rank(rows).map(c => c.id));
        const of = (result: string) => {
          const ids = proposed.filter(p => p.result === result).map(p => p.id);
          return rows.filter(c => ids.includes(c.id));
        };
        for (const waiting of of('waitlist'))
          expect(awardErrors([waiting], given, of('award'))).toHaveLength(1);
        for (const { score, reviewCount } of of('not_award'))
          expect((score ?? 0) < given.minimum || reviewCount < given.reviews).toBe(true);
      }),
    );
  });

  it('are the same for the same input', () => {
    fc.assert(
      fc.property(contenders, rules, (rows, given) => {
        expect(proposeAwards(rows.toReversed(), given)).toEqual(proposeAwards(rows, given));
      }),
    );
  });

  it('skip what does not fit and say why', () => {
    const given: AwardRules = {
      minimum: 60,
      reviews: 2,
      quotas: [{ facultyId: 'F1', quota: 1 }],
      lines: [
        { id: 'A', budget: 2_000_000, cap: 1_500_000 },
        { id: 'B', budget: 900_000, cap: null },
      ],
    };
    const proposed = proposeAwards(
      [
        contender('first', { score: 95 }),
        contender('faculty', { score: 90 }),
        contender('dear', { score: 89, amount: 1_600_000, facultyId: 'F2' }),
        contender('broke', { score: 88, lineId: 'B', facultyId: 'F2' }),
        contender('fits', { score: 70, facultyId: 'F2' }),
        contender('low', { score: 59.99, facultyId: 'F3' }),
        contender('alone', { score: 50, reviewCount: 1, facultyId: 'F3' }),
        contender('unread', { score: null, facultyId: 'F3' }),
        contender('lost', { score: 90, lineId: null, facultyId: 'F3' }),
      ],
      given,
    );
    expect(proposed).toEqual([
      { id: 'first', result: 'award', reason: 'Por su lugar en la lista.' },
      {
        id: 'faculty',
        result: 'waitlist',
        reason: 'Su facultad ya tiene el máximo de proyectos adjudicados.',
      },
      { id: 'lost', result: 'waitlist', reason: 'No tiene una línea de la convocatoria.' },
      { id: 'dear', result: 'waitlist', reason: 'Pide más que el tope de su línea.' },
      { id: 'broke', result: 'waitlist', reason: 'No alcanza el presupuesto de su línea.' },
      { id: 'fits', result: 'award', reason: 'Por su lugar en la lista.' },
      { id: 'low', result: 'not_award', reason: 'Está bajo el puntaje mínimo.' },
      { id: 'alone', result: 'not_award', reason: 'Tiene 1 de las 2 evaluaciones que se piden.' },
      { id: 'unread', result: 'not_award', reason: 'No tiene evaluaciones.' },
    ]);
  });

  it('those adjusted by hand are held to the same limits, with what is awarded already', () => {
    const given: AwardRules = {
      minimum: 60,
      reviews: 2,
      quotas: [],
      lines: [{ id: 'A', budget: 2_000_000, cap: null }],
    };
    const [one, two, three] = [contender('1'), contender('2'), contender('3')];
    expect(awardErrors([one, two], given)).toEqual([]);
    expect(awardErrors([one, two, three], given)).toEqual([
      { id: '3', message: 'No alcanza el presupuesto de su línea.' },
    ]);
    expect(awardErrors([three], given, [one, two]).map(e => e.id)).toEqual(['3']);
    expect(awardErrors([contender('4', { score: 10 })], given).map(e => e.id)).toEqual(['4']);
    expect(awardErrors([contender('5', { reviewCount: 1 })], given).map(e => e.id)).toEqual(['5']);
    // Less than was asked leaves room for another one.
    const less = contender('2', { awarded: 500_000 });
    expect(awardErrors([one, less, contender('6', { awarded: 500_000 })], given)).toEqual([]);
    expect(awardErrors([contender('7', { amount: 0 })], given)).toEqual([
      { id: '7', message: 'No pide ningún monto: ponle uno para adjudicarla.' },
    ]);
  });
});

describe('what an act says of the order', () => {
  it('each rule that breaks a tie, down to the last', () => {
    const ranked = rank([
      contender('last', { submittedAt: '2026-05-02T12:00:00.000Z' }),
      contender('low', { score: 70 }),
      contender('b'),
      contender('a'),
      contender('cheap', { amount: 5 }),
      contender('heavy', { heaviest: 0.9, amount: 9_000_000 }),
      contender('unread', { score: null }),
      contender('unheard', { score: null }),
    ]);
    expect([...tieGrounds(ranked, 'Impacto')]).toEqual([
      ['heavy', 'Empata con FEX-cheap: mayor puntaje en «Impacto».'],
      ['cheap', 'Empata con FEX-a: pide un monto menor.'],
      ['a', 'Empata con FEX-b: por orden de registro.'],
      ['b', 'Empata con FEX-last: se envió antes.'],
    ]);
  });

  it('the cut-off of a line is the score of the last one awarded in it', () => {
    const awarded = [
      contender('a'),
      contender('b', { score: 71.5 }),
      contender('c', { score: 60, lineId: 'B' }),
    ];
    expect([...cutoffs(awarded)]).toEqual([
      ['A', 71.5],
      ['B', 60],
    ]);
  });
});

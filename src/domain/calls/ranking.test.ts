import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AwardRules,
  asFinal,
  awardErrors,
  type Contender,
  compareContenders,
  costOf,
  cutoffs,
  projectAwards,
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

describe('the projection', () => {
  const given: AwardRules = {
    ...{ minimum: 60, reviews: 2, quotas: [] },
    lines: [
      { id: 'A', budget: 2_500_000, cap: null },
      { id: 'B', budget: null, cap: null },
    ],
  };
  /** Everybody, divided into what is awarded already, what waits, and what is in evaluation. */
  const divided = contenders.chain(rows => {
    const size = { minLength: rows.length, maxLength: rows.length };
    return fc.tuple(
      fc.array(fc.boolean(), size).map(upheld => rows.map((c, n) => ({ ...c, upheld: upheld[n] ?? false }))),
      fc.array(fc.constantFrom('waiting', 'pending'), size),
    );
  });
  const awardsOf = (
    rows: readonly Contender[],
    results: ReadonlyMap<string, { result: string; lineId?: string | null }>,
  ) =>
    rows.flatMap(c => {
      const { result, lineId = c.lineId } = results.get(c.id) ?? {};
      return result === 'award' ? [{ ...c, lineId }] : [];
    });

  it('goes down the scores so far, asking the minimum but not the number of reviews', () => {
    const pending = [
      contender('low', { score: 59, reviewCount: 1 }),
      contender('second', { score: 79, reviewCount: 1 }),
      contender('best', { score: 90, reviewCount: 1 }),
      contender('unread', { score: null, reviewCount: 0 }),
      contender('elsewhere', { score: 70, lineId: 'B', reviewCount: 1 }),
    ];
    const { results, lines } = projectAwards(pending, given, [
      contender('awarded', { score: 85, awarded: 600_000 }),
    ]);
    expect([...results.values()].map(({ id, result }) => [id, result])).toEqual([
      ['best', 'award'],
      ['second', 'waitlist'],
      ['elsewhere', 'award'],
      ['low', 'not_award'],
    ]);
    expect(results.get('low')?.reason).toBe('Está bajo el puntaje mínimo.');
    expect([...lines]).toEqual([
      ['A', { cutoff: 85, count: 1, money: 1_000_000, left: 900_000 }],
      ['B', { cutoff: 70, count: 1, money: 1_000_000, left: null }],
    ]);
  });

  it('of a call without lines is of all its money together', () => {
    const alone = { ...given, lines: [] };
    const { lines } = projectAwards([contender('a', { lineId: null, reviewCount: 1 })], alone, []);
    expect([...lines]).toEqual([[null, { cutoff: 80, count: 1, money: 1_000_000, left: null }]]);
  });

  it('says what is over where more is awarded than there is', () => {
    const { lines } = projectAwards([], given, [contender('a'), contender('b'), contender('c')]);
    expect(lines.get('A')).toEqual({ cutoff: 80, count: 0, money: 0, left: -500_000 });
  });

  it('is what the rules propose once every review is in', () => {
    fc.assert(
      fc.property(contenders, rules, (rows, asked) => {
        const complete = rows.map(c => ({ ...c, score: c.score ?? 55, reviewCount: asked.reviews }));
        expect([...projectAwards(complete, asked, []).results.values()]).toEqual(
          proposeAwards(complete, asked),
        );
      }),
    );
  });

  it('beside what waits comes out as down one ranking of both', () => {
    fc.assert(
      fc.property(divided, rules, ([rows, places], asked) => {
        const of = (place: string) => rows.filter((_, n) => places[n] === place);
        const [waiting, pending] = [of('waiting'), of('pending')];
        const together = new Map(
          proposeAwards([...waiting, ...asFinal(pending, asked)], asked).map(p => [p.id, p]),
        );
        const { results, lines } = projectAwards(pending, asked, awardsOf(waiting, together));
        expect([...results.keys()].sort()).toEqual(
          pending
            .filter(c => c.score !== null)
            .map(c => c.id)
            .sort(),
        );
        for (const [id, { result }] of results) expect(result).toBe(together.get(id)?.result);
        const all = [...awardsOf(waiting, together), ...awardsOf(pending, results)];
        const cutoff = cutoffs(all);
        for (const { id, budget } of asked.lines) {
          const spent = all.filter(c => c.lineId === id).reduce((sum, c) => sum + costOf(c), 0);
          expect(lines.get(id)).toMatchObject({
            cutoff: cutoff.get(id) ?? null,
            left: budget === null ? null : budget - spent,
          });
        }
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Demand, fillPlaces } from './min-cost-flow.ts';

/** What an answer is worth in each aim, the first of them first; less is better. */
function worthOf({ places, known, loads, fits, costs }: Demand, held: readonly ReadonlySet<number>[]) {
  const columns = loads.length;
  const pairs = held.flatMap((rows, column) => [...rows].map(row => ({ row, column })));
  const ofRow = (row: number) => pairs.filter(p => p.row === row);
  const squares = held.reduce((sum, rows, column) => sum + ((loads[column] ?? 0) + rows.size) ** 2, 0);
  return [
    places.reduce((sum, count, row) => sum + count - ofRow(row).length, 0),
    places.filter(
      (count, row) => count > 0 && !known[row] && ofRow(row).every(p => fits[row * columns + p.column] !== 2),
    ).length,
    squares,
    ...costs.map(table => pairs.reduce((sum, p) => sum + (table[p.row * columns + p.column] ?? 0), 0)),
  ];
}

const compare = (a: readonly number[], b: readonly number[]) =>
  a.reduce((found, value, n) => found || value - (b[n] ?? 0), 0);

/** Tries every set of columns for every row. */
function tryAll(demand: Demand): number[] {
  const columns = demand.loads.length;
  let best: number[] | null = null;
  const held = demand.loads.map(() => new Set<number>());
  const visit = (row: number) => {
    if (row === demand.places.length) {
      const worth = worthOf(demand, held);
      if (!best || compare(worth, best) < 0) best = worth;
      return;
    }
    for (let set = 0; set < 1 << columns; set++) {
      const chosen = demand.loads.flatMap((_, column) => (set & (1 << column) ? [column] : []));
      if (chosen.length > (demand.places[row] ?? 0)) continue;
      if (chosen.some(column => demand.fits[row * columns + column] === 0)) continue;
      for (const column of chosen) held[column]?.add(row);
      visit(row + 1);
      for (const column of chosen) held[column]?.delete(row);
    }
  };
  visit(0);
  return best ?? [];
}

const demand = fc
  .record({ rows: fc.integer({ min: 1, max: 4 }), columns: fc.integer({ min: 1, max: 4 }) })
  .chain(({ rows, columns }) => {
    const table = (max: number) =>
      fc
        .array(fc.nat(max), { minLength: rows * columns, maxLength: rows * columns })
        .map(Uint8Array.from.bind(Uint8Array));
    return fc.record({
      places: fc.array(fc.nat(3), { minLength: rows, maxLength: rows }),
      known: fc.array(fc.boolean(), { minLength: rows, maxLength: rows }),
      loads: fc.array(fc.nat(4), { minLength: columns, maxLength: columns }),
      fits: table(2),
      costs: fc.tuple(table(1), table(2), table(5)),
    });
  });

it('no other answer is better in any aim that comes before', () => {
  fc.assert(
    fc.property(demand, asked => {
      expect(worthOf(asked, fillPlaces(asked))).toEqual(tryAll(asked));
    }),
    { numRuns: 1500 },
  );
});

it('nobody fills two places of a row, one that is barred, or more than are asked for', () => {
  fc.assert(
    fc.property(demand, asked => {
      const held = fillPlaces(asked);
      for (const [row, count] of asked.places.entries())
        expect(held.filter(rows => rows.has(row)).length).toBeLessThanOrEqual(count);
      for (const [column, rows] of held.entries())
        for (const row of rows) expect(asked.fits[row * asked.loads.length + column]).toBeGreaterThan(0);
    }),
  );
});

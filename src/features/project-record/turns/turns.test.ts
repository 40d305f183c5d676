import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { isUnfitted } from '../../../domain/calls/money.ts';
import { type BudgetLine, fundTotal } from '../../../domain/sections/budget.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('unfits_award is the twin of isUnfitted', async () => {
  const anyLine = fc.record({
    ...{ id: fc.uuid(), description: fc.constant('x') },
    category: fc.constantFrom('operation', 'travel', 'equipment'),
    quantity: fc.integer({ min: 1, max: 20 }),
    unitCost: fc.integer({ min: 0, max: 100_000 }),
    source: fc.constantFrom('fund', 'unit'),
  });
  const anyCap = fc.record({
    category: fc.constantFrom('operation', 'travel'),
    share: fc.integer({ min: 1, max: 100 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyLine, { maxLength: 4 }),
      fc.uniqueArray(anyCap, { selector: c => c.category }),
      fc.boolean(),
      async (lines, caps, isEqual) => {
        const budget = lines as BudgetLine[];
        const awarded = fundTotal({ lines: budget }) + (isEqual ? 0 : 1);
        const { rows } = await sql<{ is: boolean }>`select unfits_award(${JSON.stringify({ lines })}::jsonb,
          ${awarded}::bigint, ${JSON.stringify(caps)}::jsonb) as is`.execute(database.db);
        expect(rows[0]?.is).toBe(isUnfitted(budget, awarded, caps as Parameters<typeof isUnfitted>[2]));
      },
    ),
    { numRuns: 60 },
  );
});

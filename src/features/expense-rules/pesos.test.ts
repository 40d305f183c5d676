import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openUniversity, server } from '../../../test/university.ts';
import { toPesos } from '../../domain/spending/currencies.ts';
import { MOST_GROSS, withheldOf } from '../../domain/spending/vouchers.ts';

openUniversity();

const MOST_PESOS = 999_999_999_999;
/** Any number with so many decimals, also those that end in half a peso. */
const decimal = (most: number, decimals: number) =>
  fc
    .integer({ min: 1, max: Math.min(most * 10 ** decimals, Number.MAX_SAFE_INTEGER) })
    .map(n => n / 10 ** decimals);
const gross = fc.oneof(decimal(MOST_GROSS, 4), decimal(10_000, 4), decimal(10_000, 2), decimal(1000, 1));
const rate = fc.oneof(
  decimal(99_999_999, 4),
  decimal(50_000, 2),
  decimal(1000, 1),
  fc.constantFrom(1, 0.5, 39_643.59),
);

it('pesos of an amount are the database’s to the peso', async () => {
  const pairs = fc
    .sample(fc.tuple(gross, rate), 4000)
    .filter(([amount, at]) => amount * at <= MOST_PESOS && amount * at >= 0.5);
  expect(pairs.length).toBeGreaterThan(1000);
  const { rows } = await sql<{ gross: number; rate: number; pesos: number }>`
    select g as gross, r as rate, round(g * r)::bigint as pesos from unnest(
      ${pairs.map(([amount]) => String(amount))}::numeric[], ${pairs.map(([, at]) => String(at))}::numeric[]) t (g, r)
  `.execute(server.db);
  const wrong = rows.filter(row => toPesos(row.gross, row.rate) !== row.pesos);
  expect([rows.length, wrong]).toEqual([pairs.length, []]);
});

it('what is withheld is the database’s to the peso', async () => {
  const pesos = fc.oneof(
    fc.integer({ min: 1, max: MOST_PESOS }),
    fc.integer({ min: 1, max: 5000 }).map(n => n * 50),
  );
  const percent = fc.oneof(decimal(100, 2), fc.constantFrom(0, 15.25, 100));
  const pairs = fc.sample(fc.tuple(pesos, percent), 4000);
  const { rows } = await sql<{ pesos: number; percent: number; withheld: number }>`
    select g as pesos, p as percent, round(g * p / 100)::bigint as withheld from unnest(
      ${pairs.map(([amount]) => amount)}::bigint[], ${pairs.map(([, share]) => String(share))}::numeric[]) t (g, p)
  `.execute(server.db);
  const wrong = rows.filter(row => withheldOf(row.pesos, row.percent) !== row.withheld);
  expect([rows.length, wrong]).toEqual([pairs.length, []]);
});

import { expect, test } from 'vitest';
import { durability } from '../bench/durability.ts';

test('no acknowledged save is missing after server, database, or both are killed', {
  timeout: 120_000,
}, async () => {
  const { acknowledged, missing } = await durability(3);
  expect(missing).toEqual([]);
  expect(acknowledged).toBeGreaterThan(10);
});

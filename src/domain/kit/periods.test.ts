import { expect, test } from 'vitest';
import { periodOptions, periodsIn } from './periods.ts';

test('a year stands for both of its periods, a period for itself', () => {
  expect(periodsIn('2026')).toEqual(['2026-1', '2026-2']);
  expect(periodsIn('2026-2')).toEqual(['2026-2']);
});

test('each year stands before its own periods, in their order', () => {
  expect(periodOptions(['2027-1', '2026-2', '2026-1']).map(({ label }) => label)).toEqual([
    ...['Año 2027', '2027-1', 'Año 2026', '2026-2', '2026-1'],
  ]);
});

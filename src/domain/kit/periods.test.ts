import { expect, test } from 'vitest';
import { isSpan, periodOptions, periodsIn, yearSpan } from './periods.ts';

test('a year stands for both of its periods, a period for itself', () => {
  expect(periodsIn('2026')).toEqual(['2026-1', '2026-2']);
  expect(periodsIn('2026-2')).toEqual(['2026-2']);
});

test('several years stand for all of theirs', () => {
  expect(periodsIn('2025-2026')).toEqual(['2025-1', '2025-2', '2026-1', '2026-2']);
  expect([yearSpan(2024, 2026), yearSpan(2026, 2026)]).toEqual(['2024-2026', '2026']);
  expect(['2026', '2026-1', '2024-2026', '2026-2026'].every(isSpan)).toBe(true);
  expect(['2026-2024', '0000-9999'].some(isSpan)).toBe(false);
});

test('each year stands before its own periods, in their order', () => {
  expect(periodOptions(['2027-1', '2026-2', '2026-1']).map(({ label }) => label)).toEqual([
    ...['Año 2027', '2027-1', 'Año 2026', '2026-2', '2026-1'],
  ]);
});

test('several years are shown where an address asks for them', () => {
  expect(periodOptions(['2026-1'], '2024-2026').map(({ label }) => label)).toEqual([
    ...['Años 2024 a 2026', 'Año 2026', '2026-1'],
  ]);
  expect(periodOptions(['2026-1'], '2026-1')).toHaveLength(2);
  expect(periodOptions(['2026-1'], '2026-2024')).toHaveLength(2);
});

import { describe, expect, test } from 'vitest';
import { dayOf, formatDay, formatInstant, formatTime, parseDay } from './dates.ts';

test('an instant belongs to the day it has in Chile', () => {
  expect(dayOf('2026-11-22T02:30:00Z')).toBe('2026-11-21');
  expect(formatDay('2026-11-21')).toBe('21-11-2026');
  expect(formatInstant('2026-11-22T02:59:00Z')).toBe('21-11-2026 23:59');
  expect(formatTime('2026-11-21T12:05:00Z')).toBe('09:05');
  // UTC−4 in winter.
  expect(formatInstant('2026-07-01T04:05:00Z')).toBe('01-07-2026 00:05');
});

describe('a typed day', () => {
  test.each([
    ['21-11-2026', '2026-11-21'],
    ['1/3/26', '2026-03-01'],
    [' 29.02.2028 ', '2028-02-29'],
    ['29-02-2027', null],
    ['31-04-2026', null],
    ['2026-11-21', null],
    ['mañana', null],
  ])('%s → %s', (typed, day) => {
    expect(parseDay(typed)).toBe(day);
  });
});

import { describe, expect, test } from 'vitest';
import { dayOf, daysBetween, dueText, formatDay, formatInstant, parseDay, sinceText } from './dates.ts';

// Saturday 21 November 2026, 09:00 in Santiago (UTC−3).
const now = new Date('2026-11-21T12:00:00Z');

test('an instant belongs to the day it has in Chile', () => {
  expect(dayOf('2026-11-22T02:30:00Z')).toBe('2026-11-21');
  expect(formatDay('2026-11-21')).toBe('21-11-2026');
  expect(formatInstant('2026-11-22T02:59:00Z')).toBe('21-11-2026 23:59');
  // UTC−4 in winter.
  expect(formatInstant('2026-07-01T04:05:00Z')).toBe('01-07-2026 00:05');
});

test('days are counted by the calendar, not by the clock', () => {
  expect(daysBetween('2026-11-22T02:59:00Z', '2026-11-22T03:01:00Z')).toBe(1);
  expect(daysBetween('2026-09-05', '2026-09-07')).toBe(2);
});

describe('since', () => {
  test.each([
    ['2026-11-21T03:00:00Z', 'hoy'],
    ['2026-11-21T02:59:00Z', 'ayer'],
    ['2026-11-18T12:00:00Z', 'hace 3 días'],
    ['2026-09-23T12:00:00Z', 'hace 59 días'],
    ['2026-09-22T12:00:00Z', 'hace 2 meses'],
    ['2024-05-21T12:00:00Z', 'hace 3 años'],
    ['2026-11-22T12:00:00Z', 'hoy'],
  ])('%s → desde %s', (instant, text) => {
    expect(sinceText(instant, now)).toBe(text);
  });
});

describe('due', () => {
  test.each([
    ['2026-11-22T02:59:00Z', 'hoy'],
    ['2026-11-23T02:59:00Z', 'mañana'],
    ['2026-11-27T02:59:00Z', 'el jueves 26'],
    ['2026-11-28', 'el 28-11-2026'],
    ['2026-11-20', 'ayer'],
    ['2026-11-18', 'el miércoles 18'],
    ['2026-10-02', 'el 02-10-2026'],
  ])('%s → vence %s', (due, text) => {
    expect(dueText(due, now)).toBe(text);
  });
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

import { describe, expect, test } from 'vitest';
import { parseTime } from './parse-time.ts';

describe('a typed time', () => {
  test.each([
    ['9', '09:00'],
    ['930', '09:30'],
    ['0930', '09:30'],
    ['9:30', '09:30'],
    [' 9.30 ', '09:30'],
    ['9 30', '09:30'],
    ['21h05', '21:05'],
    ['21:05 hrs.', '21:05'],
    ['18 horas', '18:00'],
    ['2:30 PM', '14:30'],
    ['2:30 p. m.', '14:30'],
    ['12:00 am', '00:00'],
    ['12 pm', '12:00'],
    ['00:00', '00:00'],
    ['23:59', '23:59'],
    ['24:00', null],
    ['25:00', null],
    ['9:75', null],
    ['21:5', null],
    ['13:00 pm', null],
    ['0 am', null],
    ['12345', null],
    ['mediodía', null],
    ['', null],
  ])('%s → %s', (typed, time) => {
    expect(parseTime(typed)).toBe(time);
  });
});

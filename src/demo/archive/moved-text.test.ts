import { expect, test } from 'vitest';
import { moveText } from './moved-text.ts';

const FROM = '2026-11-29';

test.each<[string, string, string, string]>([
  ['a day', '"2026-12-24"', '2026-12-09', '"2027-01-03"'],
  ['a day as people write it', '<p>hasta el 24-12-2026.</p>', '2026-12-09', '<p>hasta el 03-01-2027.</p>'],
  ['an end of February', '2026-02-28', '2026-11-30', '2026-03-01'],
  [
    'a time of day, which stays',
    '"2026-06-01T23:59:59.999-04:00"',
    '2027-03-09',
    '"2026-09-09T23:59:59.999"',
  ],
  [
    'an instant of JSON in a column',
    '"2026-12-01T12:00:00.000Z"',
    '2026-12-09',
    '"2026-12-11T12:00:00.000Z"',
  ],
  ['a time within words', '04-05-2026 09:00', '2026-12-09', '14-05-2026 09:00'],
  ['an academic period', '"2026-2"', '2027-03-01', '"2027-1"'],
  ['an academic period of the same half year', '"2026-2"', '2026-12-31', '"2026-2"'],
  ['an earlier day', '2026-12-24', '2026-11-19', '2026-12-14'],
])('%s', (_what, text, to, moved) => {
  expect(moveText(text, FROM, to)).toBe(moved);
});

test.each([
  'PAC-2026-0012',
  '01a226f3-0126-7016-9ead-2941bb553f95',
  '"2026-13-40"',
  '12.345-2026',
  '76000063-9',
  '2026',
  '99-99-2026',
])('%s is no day and stays', text => {
  expect(moveText(text, FROM, '2027-06-01')).toBe(text);
});

test('on its own day it stays as it is', () => {
  const text = '{"at":"2026-06-01T10:00:00","day":"2026-06-01","period":"2026-1","said":"01-06-2026"}';
  expect(moveText(text, FROM, FROM)).toBe(text);
});

import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('a text that would run as a formula does not', () => {
  expect(csvLine(['=HYPERLINK("x")'])).toBe('"\'=HYPERLINK(""x"")"\r\n');
  expect(csvLine(['+1', '-2', '@a', '\tx'])).toBe("'+1;'-2;'@a;'\tx\r\n");
  expect(csvLine(['=1 | 2'])).toBe("'=1 | 2\r\n");
});

test('numbers have a decimal comma and no guard, what is missing leaves its place empty', () => {
  expect(csvLine([-2, 1.5, null, 'a;b'])).toBe('-2;1,5;;"a;b"\r\n');
});

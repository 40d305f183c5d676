import { expect, it } from 'vitest';
import { hasWords } from './plain.ts';

it.each([
  ['Matías Sepúlveda Araya', 'matias sep', true],
  ['Matías Sepúlveda Araya', 'SEPÚLVEDA  matí', true],
  ['Matías Sepúlveda Araya', 'matias pérez', false],
  ['Matías Sepúlveda Araya', ' ', true],
  ['Ñuñoa', 'nunoa', true],
  ['', 'a', false],
])('«%s» has the words of «%s»: %s', (text, typed, expected) => {
  expect(hasWords(text, typed)).toBe(expected);
});

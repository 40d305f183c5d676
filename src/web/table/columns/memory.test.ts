import { expect, test } from 'vitest';
import { clampWidth, parseMemory, withColumns } from './memory.ts';

test('columns of one list are kept beside those of the others, and forgotten alone', () => {
  const one = withColumns(null, '/things', { cols: 'a,b', widths: { a: 12 } });
  const two = withColumns(one, '/people', { widths: { name: 20 } });
  expect(parseMemory(two)).toEqual({
    '/things': { cols: 'a,b', widths: { a: 12 } },
    '/people': { widths: { name: 20 } },
  });
  expect(parseMemory(withColumns(two, '/things', null))).toEqual({ '/people': { widths: { name: 20 } } });
});

test.each([
  ['nothing', null],
  ['no JSON', '{"/things":'],
  ['something else', '[1,2]'],
  ['no object', '"columns"'],
])('%s is an empty memory', (_, stored) => {
  expect(parseMemory(stored)).toEqual({});
});

test('what is wrong is left out, what is right beside it stays', () => {
  const stored = JSON.stringify({
    '/things': { cols: 7, widths: { a: 12 } },
    '/people': { cols: 'name', widths: { name: 2000 } },
    '/calls': null,
  });
  expect(parseMemory(stored)).toEqual({
    '/things': { cols: undefined, widths: { a: 12 } },
    '/people': { cols: 'name', widths: {} },
    '/calls': { widths: {} },
  });
});

test('a width stays between the narrowest and the widest', () => {
  expect([-3, 4, 10.126, 61].map(clampWidth)).toEqual([4, 4, 10.13, 60]);
});

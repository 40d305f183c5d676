import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTooDeep } from './json.ts';

const nest = (levels: number, within: string) => '['.repeat(levels) + within + ']'.repeat(levels);

it('counts lists and objects within one another, not the marks inside of texts', () => {
  expect(isTooDeep(nest(64, '1'))).toBe(false);
  expect(isTooDeep(nest(65, '1'))).toBe(true);
  expect(isTooDeep(nest(20_000, ''))).toBe(true);
  expect(isTooDeep('{"a":'.repeat(65))).toBe(true);
  expect(isTooDeep(JSON.stringify(Array.from({ length: 200 }, () => ({ a: [] }))))).toBe(false);
});

it('says of no text that it is deep', () => {
  const marks = fc.string({
    unit: fc.constantFrom('[', '{', '"', '\\', ']', 'ñ'),
    minLength: 70,
    maxLength: 300,
  });
  fc.assert(fc.property(marks, text => !isTooDeep(JSON.stringify({ text, [text]: [text] }))));
});

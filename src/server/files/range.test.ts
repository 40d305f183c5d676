import { expect, it } from 'vitest';
import { parseRange } from './range.ts';

it.each([
  [undefined, undefined],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  [' bytes=99- ', { start: 99, end: 99 }],
  ['bytes=100-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=99999999999999999999-', 'beyond'],
  // Read as if nothing had been asked: the whole is a right answer to any of them.
  ['bytes=-', undefined],
  ['bytes=20-10', undefined],
  ['bytes=0-1,5-6', undefined],
  ['lines=0-1', undefined],
  ['bytes=a-b', undefined],
])('of a file of 100 bytes %j is %j', (header, part) => {
  expect(parseRange(header, 100)).toEqual(part);
});

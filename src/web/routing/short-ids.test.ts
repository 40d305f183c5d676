import { expect, test } from 'vitest';
import { longId, longIds, MOST_IN_ADDRESS, shortId, shortIds } from './short-ids.ts';

test('every id comes back as it went', () => {
  const ids = Array.from({ length: MOST_IN_ADDRESS }, () => crypto.randomUUID());
  const text = shortIds(ids) ?? '';
  expect(longIds(text)).toEqual(ids);
  expect(text.length).toBeLessThan(5000);
  expect(encodeURIComponent(text)).toBe(text);
});

test('the smallest and the largest id', () => {
  for (const digit of ['0', 'f']) {
    const id = '8-4-4-4-12'.replaceAll(/\d+/g, length => digit.repeat(Number(length)));
    expect(longId(shortId(id))).toBe(id);
  }
});

test('what is no id is passed over', () => {
  const id = crypto.randomUUID();
  expect(longIds(`x.${shortId(id)}.<script>.`)).toEqual([id]);
  expect(longId('')).toBeNull();
});

test('none, or more than an address bears, stay out of it', () => {
  expect(shortIds([])).toBeUndefined();
  expect(shortIds(Array.from({ length: MOST_IN_ADDRESS + 1 }, () => crypto.randomUUID()))).toBeUndefined();
});

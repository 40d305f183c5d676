import { expect, test } from 'vitest';
import { pageInstead } from './list-state.ts';

const row = { id: '1' };

test('a page beyond the end leads to the last one', () => {
  expect(pageInstead({ page: 3, size: 25 }, { rows: [], total: 50 })).toBe(2);
  expect(pageInstead({ page: 2 }, { rows: [], total: 25 })).toBe(1);
});

test('a page with rows stays, and so does an empty list', () => {
  expect(pageInstead({ page: 2, size: 25 }, { rows: [row], total: 26 })).toBeNull();
  expect(pageInstead({ page: 1, size: 25 }, { rows: [], total: 0 })).toBeNull();
  expect(pageInstead({ page: 4, size: 25 }, { rows: [], total: 0 })).toBeNull();
});

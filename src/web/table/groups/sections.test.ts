import { expect, test } from 'vitest';
import { allTold, pageOfGroup, sectionsOf } from './sections.ts';

const group = (key: string | null, from: number, count: number) => ({ key, label: key ?? '', from, count });
const A = group('a', 0, 3);
const B = group('b', 3, 25);
const NONE = group(null, 28, 2);
const GROUPS = [A, B, NONE];

test('each group of a page begins where its first row stands', () => {
  expect(sectionsOf(GROUPS, { page: 1, size: 10 }, 10)).toEqual([
    { group: A, continued: false, start: 0, end: 3 },
    { group: B, continued: false, start: 3, end: 10 },
  ]);
});

test('a group that began on an earlier page goes on at the top', () => {
  expect(sectionsOf(GROUPS, { page: 2, size: 10 }, 10)).toEqual([
    { group: B, continued: true, start: 0, end: 10 },
  ]);
  expect(sectionsOf(GROUPS, { page: 3, size: 10 }, 10)).toEqual([
    { group: B, continued: true, start: 0, end: 8 },
    { group: NONE, continued: false, start: 8, end: 10 },
  ]);
});

test('a group that begins with the page is not continued', () => {
  const [first] = sectionsOf(GROUPS, { page: 2, size: 3 }, 3);
  expect(first).toEqual({ group: B, continued: false, start: 0, end: 3 });
});

test('groups of the page alone stand as well', () => {
  expect(sectionsOf([NONE, B], { page: 3, size: 10 }, 10)).toEqual(
    sectionsOf(GROUPS, { page: 3, size: 10 }, 10),
  );
  expect([allTold(GROUPS, 30), allTold([NONE, B], 30)]).toEqual([true, false]);
});

test('no row is lost where groups and rows disagree', () => {
  expect(sectionsOf([], { page: 1, size: 10 }, 4)).toEqual([{ start: 0, end: 4 }]);
  expect(sectionsOf([group('b', 2, 1)], { page: 1, size: 10 }, 5)).toEqual([
    { start: 0, end: 2 },
    { group: group('b', 2, 1), continued: false, start: 2, end: 3 },
    { start: 3, end: 5 },
  ]);
  // Two that claim the same rows.
  expect(sectionsOf([A, group('b', 1, 4)], { page: 1, size: 10 }, 4)).toEqual([
    { group: A, continued: false, start: 0, end: 3 },
    { group: group('b', 1, 4), continued: false, start: 3, end: 4 },
  ]);
  expect(sectionsOf(GROUPS, { page: 1, size: 10 }, 0)).toEqual([]);
});

test('a group is on the page of its first row', () => {
  expect(GROUPS.map(each => pageOfGroup(each, 10))).toEqual([1, 1, 3]);
  expect(pageOfGroup(group('c', 10, 1), 10)).toBe(2);
});

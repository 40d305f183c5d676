import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ATTENDANCE_GROUPS,
  type AttendanceGroup,
  type AttendanceTallies,
  addTallies,
  COUNTED,
  COUNTED_GROUPS,
  type CountedGroup,
  peopleCounts,
  recordedPeople,
  unidentifiedShare,
} from './people.ts';

/** Somebody on a list; without a key nobody can tell whether they came before. */
interface Listed {
  readonly key: string | null;
  readonly group: AttendanceGroup;
}

const tallyOf = (list: readonly Listed[]) => {
  const keys = list.flatMap(({ key }) => key ?? []);
  return {
    ...{ attendances: list.length, people: new Set(keys).size },
    unidentified: list.length - keys.length,
  };
};
/** As the database counts lists. */
function talliesOf(list: readonly Listed[]): AttendanceTallies {
  if (list.length === 0) return {};
  const groups = new Set(list.map(l => l.group));
  const own = [...groups].map(group => [group, tallyOf(list.filter(l => l.group === group))]);
  return { ...Object.fromEntries(own), all: tallyOf(list) };
}
const of = (counts: object, list: readonly Listed[] = []) => ({
  counts: peopleCounts.parse(counts),
  tallies: talliesOf(list),
});
const student = (key: string | null): Listed => ({ key, group: 'students' });
const neighbour = (key: string | null): Listed => ({ key, group: 'external' });

describe('people of a project', () => {
  it.each<[string, (readonly [object, Listed[]])[], object]>([
    ['nothing recorded', [], {}],
    ['nothing counted', [[{}, []]], {}],
    [
      'what is only counted adds up by group',
      [
        [{ direct: 10, women: 6 }, []],
        [{ direct: 5, rural: 0 }, []],
      ],
      { direct: 15, women: 6, rural: 0 },
    ],
    [
      'somebody on two lists is one person',
      [
        [{}, [student('a'), student('b')]],
        [{}, [student('a')]],
      ],
      { students: 2, direct: 2 },
    ],
    [
      'who cannot be told apart counts each time',
      [[{}, [student(null), student(null)]]],
      { students: 2, direct: 2 },
    ],
    [
      'of what was counted only what the list has not is added',
      [[{ direct: 10 }, [neighbour('a')]]],
      { direct: 10 },
    ],
    [
      'a count below the list takes nothing away',
      [[{ direct: 1 }, [neighbour('a'), neighbour('b')]]],
      { direct: 2 },
    ],
    [
      'who came as a student and as a neighbour is one person of all',
      [
        [{}, [student('a'), neighbour('b')]],
        [{}, [neighbour('a')]],
      ],
      { students: 1, direct: 2 },
    ],
    [
      'lists say nothing of age, sex and who is a priority',
      [[{ women: 4 }, [neighbour('a')]]],
      { direct: 1, women: 4 },
    ],
  ])('%s', (_, activities, expected) => {
    const lists = activities.flatMap(([, list]) => list);
    expect(
      recordedPeople(
        activities.map(([counts, list]) => of(counts, list)),
        talliesOf(lists),
      ),
    ).toEqual(expected);
  });

  const counts = fc.record(
    Object.fromEntries(COUNTED_GROUPS.map(g => [g, fc.nat(1000)])) as Record<
      CountedGroup,
      fc.Arbitrary<number>
    >,
    { requiredKeys: [] },
  );
  const listed = fc.record({
    key: fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { freq: 4 }),
    group: fc.constantFrom(...ATTENDANCE_GROUPS.map(g => g.value)),
  });
  /** Nobody is twice on one list. */
  const list = fc.uniqueArray(listed, { selector: l => l.key ?? Symbol('nobody'), maxLength: 8 });

  it('are the sum of what was counted where there are no lists', () => {
    fc.assert(
      fc.property(fc.array(counts, { maxLength: 6 }), all => {
        const recorded = recordedPeople(
          all.map(c => ({ counts: c, tallies: {} })),
          {},
        );
        for (const group of COUNTED_GROUPS) {
          const given = all.flatMap(c => c[group] ?? []);
          expect(recorded[group]).toBe(given.length === 0 ? undefined : given.reduce((sum, n) => sum + n, 0));
        }
      }),
    );
  });

  it('count nobody twice who is on several lists', () => {
    fc.assert(
      fc.property(fc.array(list, { maxLength: 5 }), lists => {
        const everybody = lists.flat();
        const recorded = recordedPeople(
          lists.map(l => of({}, l)),
          talliesOf(everybody),
        );
        const { people, unidentified } = tallyOf(everybody);
        expect(recorded.direct ?? 0).toBe(people + unidentified);
        const students = tallyOf(everybody.filter(l => l.group === 'students'));
        expect(recorded.students ?? 0).toBe(students.people + students.unidentified);
      }),
    );
  });

  it('are never fewer than those on the lists, nor more than lists and counts together', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(counts, list), { maxLength: 5 }), all => {
        const everybody = all.flatMap(([, l]) => l);
        const recorded = recordedPeople(
          all.map(([c, l]) => of(c, l)),
          talliesOf(everybody),
        );
        const { people, unidentified } = tallyOf(everybody);
        const counted = all.reduce((sum, [c]) => sum + (c.direct ?? 0), 0);
        expect(recorded.direct ?? 0).toBeGreaterThanOrEqual(people + unidentified);
        expect(recorded.direct ?? 0).toBeLessThanOrEqual(people + unidentified + counted);
      }),
    );
  });
});

it('counts of lists that were deleted are added to those that are there', () => {
  const kept = { students: { attendances: 3, people: 2, unidentified: 0 } };
  const live = {
    students: { attendances: 1, people: 0, unidentified: 1 },
    all: { attendances: 1, people: 0, unidentified: 1 },
  };
  expect(addTallies(kept, live)).toEqual({
    students: { attendances: 4, people: 2, unidentified: 1 },
    all: live.all,
  });
  expect(addTallies({}, {})).toEqual({});
});

it('every group that is counted has one name, under one field', () => {
  const groups = COUNTED.flatMap<{ readonly value: string }>(f => f.groups);
  expect(new Set(COUNTED_GROUPS).size).toBe(groups.length);
});

it.each([
  [0, 40, 0],
  [1, 1000, 1],
  [13, 40, 33],
  [40, 40, 100],
])('%i of %i attendances without an identifier are %i %%', (unidentified, attendances, share) => {
  expect(unidentifiedShare({ attendances, people: attendances - unidentified, unidentified })).toBe(share);
});

describe('what may be counted', () => {
  it.each([
    { direct: -1 },
    { direct: 1.5 },
    { direct: 1_000_001 },
    { nobody: 1 },
    { direct: '3' },
    { direct: null },
  ])('is refused: %j', given => {
    expect(peopleCounts.safeParse(given).success).toBe(false);
  });
  it('is any group, or none', () => {
    expect(peopleCounts.parse({})).toEqual({});
    expect(peopleCounts.parse({ direct: 0, imprisoned: 1_000_000 })).toEqual({
      direct: 0,
      imprisoned: 1_000_000,
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PeopleCounts } from '../execution/people.ts';
import { AGE_BANDS, INTERNAL_GROUPS, PRIORITY_GROUPS, SEXES } from '../sections/participants.ts';
import { type KnownPeople, publicPeople } from './public-people.ts';
import { isSmallCount } from './small-counts.ts';

const tell = (
  people: PeopleCounts,
  activities: readonly (number | undefined)[] = [],
  figures: number[] = [],
) => publicPeople({ people, activities, figures });
const rowsOf = (told: ReturnType<typeof publicPeople>) =>
  Object.fromEntries(told.groups.flatMap(({ rows }) => rows.map(r => [r.label, r.count])));

describe('people of a project', () => {
  it('are told as they are where nobody is of few', () => {
    const told = tell(
      { students: 40, age60plus: 1200, direct: 1240, indirect: 5000 },
      [1200, undefined, 40, 0],
      [45],
    );
    expect(told).toEqual({
      groups: [
        { label: 'De la universidad', rows: [{ label: 'Estudiantes', count: '40' }] },
        { label: 'De la comunidad, por edad', rows: [{ label: '60 años o más', count: '1.200' }] },
        {
          label: 'Beneficiarios',
          rows: [
            { label: 'Directos', count: '1.240' },
            { label: 'Indirectos', count: '5.000' },
          ],
        },
      ],
      activities: ['1.200', null, '40', '0'],
      figures: ['45'],
      hidesSmall: false,
    });
  });

  it('of few are <5, without the total or the activities that would tell how many', () => {
    const told = tell({ students: 40, academics: 3, direct: 43, indirect: 2 }, [43], [43, 3]);
    expect(rowsOf(told)).toEqual({ Estudiantes: '40', Académicos: '<5', Indirectos: '<5' });
    expect(told).toMatchObject({ activities: [null], figures: [null, null], hidesSmall: true });
  });

  it('keep a total that cannot be the sum of what is hidden', () => {
    expect(rowsOf(tell({ students: 40, academics: 3, direct: 200 }))).toMatchObject({ Directos: '200' });
    // Of those of the university alone, or those from outside.
    expect(rowsOf(tell({ students: 40, age0to14: 3, age60plus: 20, direct: 23 }))).not.toHaveProperty(
      'Directos',
    );
    // As far as nobody is of few, it is a group of its own.
    expect(rowsOf(tell({ direct: 3 }, [3]))).toEqual({});
    expect(rowsOf(tell({ direct: 3 }))).toEqual({ Directos: '<5' });
  });

  it('are told by activity where nobody counted groups, without their sum', () => {
    const told = tell({ direct: 63 }, [40, 3, 20], [63]);
    expect(told).toMatchObject({ groups: [], activities: ['40', '<5', '20'], figures: [null] });
    // By group where somebody did: the groups are the sum.
    expect(tell({ students: 63, direct: 63 }, [40, 3, 20]).activities).toEqual([null, null, null]);
  });

  it('of an indicator are <5, and then the other indicators are not told: one may be the sum of others', () => {
    expect(tell({}, [], [3]).figures).toEqual(['<5']);
    expect(tell({}, [], [43, 40, 3]).figures).toEqual([null, null, '<5']);
    expect(tell({ academics: 3 }, [], [3]).figures).toEqual([null]);
  });

  it('are nobody where nobody was counted', () => {
    expect(tell({ students: 0, direct: 0 }, [undefined])).toMatchObject({ groups: [], activities: [null] });
  });

  it('are never told by sex or by what is sensitive', () => {
    const sensitive = Object.fromEntries([...SEXES, ...PRIORITY_GROUPS].map(g => [g.value, 777]));
    expect(tell(sensitive)).toEqual(tell({}));
  });
});

const PARTS = [...INTERNAL_GROUPS, ...AGE_BANDS].map(g => g.value);

/** A project in which numbers follow from one another, as they do where everybody was counted well. */
interface World {
  /** By place in {@link PARTS}. */
  readonly parts: readonly number[];
  /** Of all activities but the first, which has whoever is left where `isSplit`. */
  readonly activities: readonly number[];
  readonly isSplit: boolean;
  readonly indirect: number;
  /** Who the total is. */
  readonly total: 'parts' | 'internal' | 'external' | 'activities' | number;
  /** Each is the sum of some parts, activities and of who is reached indirectly, or a number of its own. */
  readonly figures: readonly (
    | number
    | { parts: readonly number[]; activities: readonly number[]; indirect: boolean }
  )[];
}

const sum = (counts: readonly number[]) => counts.reduce((all, n) => all + n, 0);

function known({ parts, activities, isSplit, indirect, total, figures }: World): KnownPeople {
  const [internal, external] = [sum(parts.slice(0, 4)), sum(parts.slice(4))];
  const first = isSplit ? Math.max(0, internal + external - sum(activities)) : 0;
  const counted = isSplit ? [first, ...activities] : activities;
  const totals = { parts: internal + external, internal, external, activities: sum(counted) };
  return {
    people: {
      ...Object.fromEntries(PARTS.map((group, n) => [group, parts[n] ?? 0])),
      ...{ direct: typeof total === 'number' ? total : totals[total], indirect },
    },
    activities: counted,
    figures: figures.map(f =>
      typeof f === 'number'
        ? f
        : sum([
            ...f.parts.map(n => parts[n] ?? 0),
            ...f.activities.map(n => counted[n] ?? 0),
            f.indirect ? indirect : 0,
          ]),
    ),
  };
}

const count = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  fc.integer({ min: 1, max: 4 }),
  fc.integer({ min: 5, max: 60 }),
);
const places = fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { maxLength: 4 });
const worlds: fc.Arbitrary<World> = fc.record({
  parts: fc.oneof(
    fc.array(count, { minLength: 8, maxLength: 8 }),
    fc.constant(Array.from({ length: 8 }, () => 0)),
  ),
  activities: fc.array(count, { maxLength: 4 }),
  isSplit: fc.boolean(),
  indirect: count,
  total: fc.oneof(
    fc.constantFrom('parts', 'internal', 'external', 'activities'),
    fc.integer({ min: 0, max: 200 }),
  ),
  figures: fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 80 }),
      fc.record({
        parts: places,
        activities: fc.uniqueArray(fc.integer({ min: 0, max: 4 }), { maxLength: 2 }),
        indirect: fc.boolean(),
      }),
    ),
    { maxLength: 3 },
  ),
});

/** The same world with one of its small numbers another small one; another activity may have had who is too many. */
function others(world: World, field: 'parts' | 'activities', place: number): World[] {
  const before = world[field][place] ?? 0;
  const changed = [1, 2, 3, 4]
    .filter(n => n !== before)
    .map(n => ({ ...world, [field]: world[field].with(place, n) }));
  if (field === 'parts') return changed;
  return changed.flatMap(other => [
    other,
    ...other.activities.flatMap((n, at) => {
      const left = n + before - (other.activities[place] ?? 0);
      return at === place || left < 0 ? [] : [{ ...other, activities: other.activities.with(at, left) }];
    }),
  ]);
}

it('what is told never tells how many those are who are told as few', () => {
  fc.assert(
    fc.property(worlds, world => {
      const told = JSON.stringify(publicPeople(known(world)));
      for (const field of ['parts', 'activities'] as const)
        for (const [place, n] of world[field].entries()) {
          if (!isSmallCount(n)) continue;
          const same = others(world, field, place).filter(
            other => JSON.stringify(publicPeople(known(other))) === told,
          );
          expect(same, `${field} ${place} of ${told}`).not.toEqual([]);
        }
    }),
    { numRuns: 2000 },
  );
});

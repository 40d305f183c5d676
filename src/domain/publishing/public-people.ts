import type { PeopleCounts } from '../execution/people.ts';
import { AGE_BANDS, INTERNAL_GROUPS } from '../sections/participants.ts';
import { isSmallCount, publicCount } from './small-counts.ts';

/** What is known of the people of a project. */
export interface KnownPeople {
  /** By group: recorded, or as the accepted final report corrects it. */
  readonly people: PeopleCounts;
  /** Of each activity; undefined where nobody was counted. */
  readonly activities: readonly (number | undefined)[];
  /** Values of indicators that count people. */
  readonly figures: readonly number[];
}

/** The same as anybody reads it; null where nothing is told. */
export interface ToldPeople {
  /** Only groups of somebody; sensitive ones never. */
  readonly groups: readonly { readonly label: string; readonly rows: readonly ToldGroup[] }[];
  readonly activities: readonly (string | null)[];
  readonly figures: readonly (string | null)[];
  /** Some group is told as being of few. */
  readonly hidesSmall: boolean;
}
interface ToldGroup {
  readonly label: string;
  readonly count: string;
}

/** Groups that have nobody in common. */
const DISJOINT = [
  { label: 'De la universidad', groups: INTERNAL_GROUPS },
  { label: 'De la comunidad, por edad', groups: AGE_BANDS },
] as const;

const sum = (counts: readonly number[]) => counts.reduce((all, n) => all + n, 0);
const smallIn = (counts: readonly number[]) => counts.filter(isSmallCount).length;

const LARGEST_SMALL = 4;

/** Whether a number may be what these come to, some of which are not told: then it would tell them. */
function maySum(total: number, parts: readonly number[]): boolean {
  const small = smallIn(parts);
  const known = sum(parts.filter(n => !isSmallCount(n)));
  return small > 0 && total >= known + small && total <= known + small * LARGEST_SMALL;
}

/** Those who took part, of whom each list of `sums` may be all; of few nobody can tell which, so only without such lists. */
function tellTotal(total: number, sums: readonly (readonly number[])[]): string | null {
  const hiding = sums.filter(parts => smallIn(parts) > 0);
  if (hiding.length > 0 && isSmallCount(total)) return null;
  return hiding.some(parts => maySum(total, parts)) ? null : publicCount(total);
}

/** Names of indicators say of whom they are, so any may be the sum of any others, or of any groups. */
function tellFigures(figures: readonly number[], hidesOthers: boolean): ToldPeople['figures'] {
  const hidesAny = hidesOthers || (figures.length > 1 && smallIn(figures) > 0);
  return figures.map(n => (hidesOthers || (hidesAny && !isSmallCount(n)) ? null : publicCount(n)));
}

/**
 * What of the people of a project anybody may read, so that no number told gives one away that is not: the same people
 * are told by group, by activity and as a total, and a sum less all but one of its parts is that part. Groups go before
 * activities, which are told without people as soon as a group is small; a total is told unless it may be the sum of
 * what is hidden. Whether something is told never depends on how large a small number is.
 */
export function publicPeople({ people, activities, figures }: KnownPeople): ToldPeople {
  const countsOf = (groups: (typeof DISJOINT)[number]['groups']) =>
    groups.flatMap((g: { value: keyof PeopleCounts; label: string }) => {
      const count = people[g.value] ?? 0;
      return count > 0 ? [{ label: g.label, count }] : [];
    });
  const told = DISJOINT.map(({ label, groups }) => ({ label, rows: countsOf(groups) }));
  const lists = told.map(({ rows }) => rows.map(r => r.count));
  const parts = lists.flat();
  const counted = activities.flatMap(n => n ?? []);
  const isByActivity = smallIn(parts) === 0 && (smallIn(counted) === 0 || parts.length === 0);
  const { direct = 0, indirect = 0 } = people;
  const total = tellTotal(direct, [...lists, parts, ...(isByActivity ? [counted] : [])]);
  const hidesSmall =
    smallIn([...parts, ...(isByActivity ? counted : []), ...(total ? [direct] : []), indirect]) > 0;
  const reached = [
    ...(direct > 0 && total !== null ? [{ label: 'Directos', count: total }] : []),
    ...(indirect > 0 ? [{ label: 'Indirectos', count: publicCount(indirect) }] : []),
  ];
  return {
    groups: [
      ...told.map(({ label, rows }) => ({
        label,
        rows: rows.map(r => ({ label: r.label, count: publicCount(r.count) })),
      })),
      { label: 'Beneficiarios', rows: reached },
    ].filter(({ rows }) => rows.length > 0),
    activities: activities.map(n => (n === undefined || !isByActivity ? null : publicCount(n))),
    figures: tellFigures(figures, hidesSmall || smallIn(counted) > 0),
    hidesSmall,
  };
}

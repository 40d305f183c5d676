import { z } from 'zod';
import type { Option } from '../sections/field.ts';
import {
  AGE_BANDS,
  INTERNAL_GROUPS,
  type Participants,
  type PeopleCount,
  PRIORITY_GROUPS,
  REACHES,
  SEXES,
} from '../sections/participants.ts';

/** Groups in which the people of an activity are counted, under the fields of the section «Participantes». */
export const COUNTED = [
  { field: 'internal', label: 'De la universidad', groups: INTERNAL_GROUPS },
  { field: 'byAge', label: 'Externos por edad', groups: AGE_BANDS },
  { field: 'bySex', label: 'Externos por sexo', groups: SEXES },
  { field: 'priority', label: 'Grupos prioritarios', groups: PRIORITY_GROUPS },
  { field: 'reach', label: 'Beneficiarios', groups: REACHES },
] as const satisfies readonly {
  readonly field: keyof Participants;
  readonly label: string;
  readonly groups: readonly Option[];
}[];
export type CountedGroup = (typeof COUNTED)[number]['groups'][number]['value'];

export const COUNTED_GROUPS: readonly CountedGroup[] = COUNTED.flatMap(({ groups }) =>
  groups.map(g => g.value),
);

/** Groups in words that stand alone, without those they stand under. */
export const COUNTED_OPTIONS = COUNTED.flatMap(({ field, label, groups }) =>
  groups.map(({ value, label: words }: { readonly value: CountedGroup; readonly label: string }) => ({
    value,
    label: field === 'reach' ? `${label} ${words.toLowerCase()}` : words,
  })),
);

const people = z.number().int().min(0).max(1_000_000);
/** People of an activity by group; a group that is left out was not counted. */
export const peopleCounts = z.partialRecord(
  z.enum(COUNTED_GROUPS as [CountedGroup, ...CountedGroup[]]),
  people,
);
export type PeopleCounts = z.infer<typeof peopleCounts>;
/** The same over many activities, which come to more than one of them may. */
export const peopleTotals = z.partialRecord(
  z.enum(COUNTED_GROUPS as [CountedGroup, ...CountedGroup[]]),
  z.number().int().min(0),
);

/** How many people a project expects by group, as far as it says. */
export const expectedPeople = (planned: Partial<Participants> | undefined): PeopleCounts =>
  Object.fromEntries(
    COUNTED.flatMap(({ field, groups }) => {
      const counts: Readonly<Partial<Record<CountedGroup, PeopleCount>>> = planned?.[field] ?? {};
      return groups.flatMap(({ value }: { value: CountedGroup }) => {
        const expected = counts[value]?.expected ?? null;
        return expected === null ? [] : [[value, expected]];
      });
    }),
  );

/** Groups of the people on a list: who they are to the university, nothing that is sensitive. */
export const ATTENDANCE_GROUPS = [...INTERNAL_GROUPS, { value: 'external', label: 'Comunidad' }] as const;
export type AttendanceGroup = (typeof ATTENDANCE_GROUPS)[number]['value'];

/** What a list comes to: people who came, each as often as they came; how many they were; who cannot be told apart. */
export const attendanceTally = z.object({
  attendances: z.number().int(),
  /** Different people among those with an identifier. */
  people: z.number().int(),
  unidentified: z.number().int(),
});
export type AttendanceTally = z.infer<typeof attendanceTally>;
/** By group, and over everybody: who came once as a student and once as a neighbour is one person of `all`. */
export type AttendanceTallies = Partial<Record<AttendanceGroup | 'all', AttendanceTally>>;

export interface CountedActivity {
  readonly counts: PeopleCounts;
  /** Of its list. */
  readonly tallies: AttendanceTallies;
}

const sum = (values: readonly number[]) => values.reduce((all, n) => all + n, 0);
const isInternal = (group: CountedGroup): group is (typeof INTERNAL_GROUPS)[number]['value'] =>
  INTERNAL_GROUPS.some(g => g.value === group);

/** What lists tell of a group that is counted: of the university's own, and of all who took part directly. */
function listed(tallies: AttendanceTallies, group: CountedGroup): AttendanceTally | undefined {
  if (isInternal(group)) return tallies[group];
  return group === 'direct' ? tallies.all : undefined;
}

/**
 * People of a project by group: everybody on its lists once (`tallies` are those over all its activities), and of what
 * was counted in an activity only what is beyond its list. Groups that nobody counted are left out.
 */
export function recordedPeople(
  activities: readonly CountedActivity[],
  tallies: AttendanceTallies,
): PeopleCounts {
  const recorded = COUNTED_GROUPS.flatMap((group): [CountedGroup, number][] => {
    const counted = activities.filter(a => a.counts[group] !== undefined);
    const once = listed(tallies, group);
    if (counted.length === 0 && !once) return [];
    const beyond = counted.map(a =>
      Math.max(0, (a.counts[group] ?? 0) - (listed(a.tallies, group)?.attendances ?? 0)),
    );
    return [[group, sum(beyond) + (once ? once.people + once.unidentified : 0)]];
  });
  return Object.fromEntries(recorded);
}

/** People who took part in an activity: on its list, or else as they were counted; undefined where nobody was. */
export const peopleIn = (attendances: number, { direct }: PeopleCounts): number | undefined =>
  attendances > 0 ? Math.max(attendances, direct ?? 0) : direct;

/** Counts of two lists that have nobody in common, or of whom nothing more is known. */
export function addTallies(a: AttendanceTallies, b: AttendanceTallies): AttendanceTallies {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]) as ReadonlySet<AttendanceGroup | 'all'>;
  const of = (key: AttendanceGroup | 'all', what: keyof AttendanceTally) =>
    (a[key]?.[what] ?? 0) + (b[key]?.[what] ?? 0);
  return Object.fromEntries(
    [...keys].map(key => [
      key,
      {
        attendances: of(key, 'attendances'),
        people: of(key, 'people'),
        unidentified: of(key, 'unidentified'),
      },
    ]),
  );
}

export const NO_TALLY: AttendanceTally = { attendances: 0, people: 0, unidentified: 0 };

/** Percent of the attendances whose people cannot be told apart; somebody is never 0 %, nor nobody 1 %. */
export function unidentifiedShare({ attendances, unidentified }: AttendanceTally): number {
  return unidentified === 0 ? 0 : Math.max(1, Math.round((unidentified / attendances) * 100));
}

import { z } from 'zod';
import type { Option } from '../sections/field.ts';
import {
  AGE_BANDS,
  INTERNAL_GROUPS,
  type Participants,
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

const people = z.number().int().min(0).max(1_000_000);
/** People of an activity by group; a group that is left out was not counted. */
export const peopleCounts = z.partialRecord(
  z.enum(COUNTED_GROUPS as [CountedGroup, ...CountedGroup[]]),
  people,
);
export type PeopleCounts = z.infer<typeof peopleCounts>;

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
export type AttendanceTallies = Partial<Record<AttendanceGroup, AttendanceTally>>;

export interface CountedActivity {
  readonly counts: PeopleCounts;
  /** People on its list, by group. */
  readonly attendances: Partial<Record<AttendanceGroup, number>>;
}

const sum = (values: readonly number[]) => values.reduce((all, n) => all + n, 0);
const isInternal = (group: CountedGroup): group is (typeof INTERNAL_GROUPS)[number]['value'] =>
  INTERNAL_GROUPS.some(g => g.value === group);

/** Of the lists: attendances of a group, or of everybody for who took part directly; undefined where no list tells. */
function listed(values: Partial<Record<AttendanceGroup, number>>, group: CountedGroup): number | undefined {
  if (isInternal(group)) return values[group];
  const all = Object.values(values);
  return group === 'direct' && all.length > 0 ? sum(all) : undefined;
}

/**
 * People of a project by group: everybody on its lists once (`tallies` are those of all its activities), and of what
 * was counted in an activity only what its list has not. Groups that nobody counted are left out.
 */
export function recordedPeople(
  activities: readonly CountedActivity[],
  tallies: AttendanceTallies,
): PeopleCounts {
  const once = Object.fromEntries(
    Object.entries(tallies).map(([group, t]) => [group, t.people + t.unidentified]),
  ) as Partial<Record<AttendanceGroup, number>>;
  const recorded = COUNTED_GROUPS.flatMap((group): [CountedGroup, number][] => {
    const counted = activities.filter(a => a.counts[group] !== undefined);
    const fromLists = listed(once, group);
    if (counted.length === 0 && fromLists === undefined) return [];
    const beyond = counted.map(a =>
      Math.max(0, (a.counts[group] ?? 0) - (listed(a.attendances, group) ?? 0)),
    );
    return [[group, sum(beyond) + (fromLists ?? 0)]];
  });
  return Object.fromEntries(recorded);
}

import type { PeopleCounts } from '../execution/people.ts';
import type { FieldError } from '../kit/problem.ts';
import { RULES } from '../text/rule-messages.ts';

/** People of a project by group: what was recorded, but where its final report says otherwise. */
export const correctedPeople = (recorded: PeopleCounts, correction: PeopleCounts): PeopleCounts => ({
  ...recorded,
  ...correction,
});

/** Letters that say why at least. */
export const SHORTEST_REASON = 10;

export const correctsPeople = (people: PeopleCounts): boolean => Object.keys(people).length > 0;

/** What is wrong with a correction of people: the final report alone has one, and says why. */
export function correctionErrors(
  number: number | null,
  { people, peopleReason }: { readonly people: PeopleCounts; readonly peopleReason: string },
): FieldError[] {
  if (number !== null)
    return correctsPeople(people) || peopleReason !== ''
      ? [{ path: 'people', message: 'Las personas se corrigen en el informe final.' }]
      : [];
  if (!correctsPeople(people) || peopleReason.length >= SHORTEST_REASON) return [];
  return [
    {
      path: 'peopleReason',
      message: peopleReason === '' ? RULES.required : RULES.minLength(SHORTEST_REASON),
    },
  ];
}

import { BUDGET_SOURCES, type Budget, budgetTotal, totalsBySource } from '../sections/budget.ts';
import { type Participants, totalPeople } from '../sections/participants.ts';
import { formatMoney, formatNumber } from '../text/format.ts';

/** A figure under its words. */
type OverviewFigure = readonly [label: string, value: string];

/**
 * What a proposal comes to at a glance: people expected, and pesos (CLP) by who pays. What is not filled in, or not
 * told to the reader, is left out.
 */
export function overviewFigures({
  participants,
  budget,
}: {
  readonly participants: Participants | null;
  readonly budget: Budget | null;
}): OverviewFigure[] {
  const people: [string, number][] = participants
    ? [
        ['Estudiantes', participants.internal.students.expected ?? 0],
        ['Personas externas', totalPeople(participants.byAge, 'expected')],
        ['Beneficiarios directos', participants.reach.direct.expected ?? 0],
      ]
    : [];
  const paid = budget && totalsBySource(budget);
  const money: [string, number][] =
    budget && paid
      ? [
          ['Costo total', budgetTotal(budget)],
          ...BUDGET_SOURCES.map(({ value, label }): [string, number] => [label, paid[value]]),
        ]
      : [];
  return [
    ...people.filter(([, count]) => count > 0).map(([label, count]) => [label, formatNumber(count)] as const),
    ...money.filter(([, sum]) => sum > 0).map(([label, sum]) => [label, formatMoney(sum)] as const),
  ];
}

import { COUNT_FIELDS } from './activities.ts';
import type { Whole, WholeRow } from './known.ts';
import { judgeKept, judgeTarget, type PastTargets, type RowErrors } from './past-rows.ts';

/** People by group, as the file has them; groups that it does not name stay. */
function countsOf({ stored, changed, value }: WholeRow): Record<string, unknown> {
  const counts = { ...stored?.documents?.counts };
  for (const { value: group } of COUNT_FIELDS.filter(each => changed.has(each.value)))
    if (value(group) === '') delete counts[group];
    else counts[group] = Number(value(group));
  return counts;
}

/** An activity of a past project from the cells of its row. */
export const pastActivity =
  (today: string) =>
  (targets: PastTargets) =>
  (row: WholeRow): Whole => {
    const errors: RowErrors = [];
    judgeTarget(row, targets, today, errors);
    judgeKept(row, errors);
    return { errors, target: { counts: countsOf(row) }, links: {} };
  };

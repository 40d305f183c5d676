import type { GanttActivity, GanttData } from '../../drawings/gantt.ts';
import { spanOf } from '../../drawings/months.ts';
import type { Plan } from '../../sections/plan.ts';

/** Activities of a plan that have their days, in the order they start; null without any. */
export function planGantt({ activities }: Plan, today: string): GanttData | null {
  const dated = activities
    .flatMap(({ name, from, to, isMilestone, responsible }): GanttActivity[] =>
      from && to && from <= to ? [{ label: name || 'Sin nombre', from, to, isMilestone, responsible }] : [],
    )
    .sort((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to));
  if (dated.length === 0) return null;
  return { activities: dated, span: spanOf(dated.flatMap(a => [a.from, a.to])), today };
}

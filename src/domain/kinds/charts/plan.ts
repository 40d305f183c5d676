import type { GanttActivity, GanttData, GanttState } from '../../drawings/gantt.ts';
import { spanOf } from '../../drawings/months.ts';
import type { Plan } from '../../sections/plan.ts';

type PlannedActivity = Pick<
  Plan['activities'][number],
  'id' | 'name' | 'from' | 'to' | 'isMilestone' | 'responsible'
>;

/**
 * Activities of a plan that have their days, in the order they start; null without any. `states` say what became of
 * them, by their id.
 */
export function planGantt(
  { activities }: { readonly activities: readonly PlannedActivity[] },
  today: string,
  states: ReadonlyMap<string, GanttState> = new Map(),
): GanttData | null {
  const dated = activities
    .flatMap(({ id, name, from, to, isMilestone, responsible }): GanttActivity[] => {
      if (!from || !to || from > to) return [];
      const state = states.get(id);
      return [{ label: name || 'Sin nombre', from, to, isMilestone, responsible, ...(state && { state }) }];
    })
    .sort((a, b) => a.from.localeCompare(b.from) || a.to.localeCompare(b.to));
  if (dated.length === 0) return null;
  return { activities: dated, span: spanOf(dated.flatMap(a => [a.from, a.to])), today };
}

import { drawGantt } from '../../../../domain/drawings/gantt.ts';
import { ganttState, type PlanProgress } from '../../../../domain/execution/progress.ts';
import { planGantt } from '../../../../domain/kinds/charts/plan.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';

interface Props {
  progress: readonly PlanProgress[];
  today: string;
}

/** The plan over months with what is done and what is late. */
export function PlanGantt({ progress, today }: Props) {
  const states = new Map(progress.map(p => [p.item.id, ganttState(p.state)]));
  const data = planGantt({ activities: progress.map(p => p.item) }, today, states);
  return data && <Figure title="Carta Gantt con avance" draw={sheet => drawGantt(data, sheet)} />;
}

import { drawGantt } from '../../../../domain/drawings/gantt.ts';
import { reportGantt } from '../../../../domain/reports/charts.ts';
import type { ReportFacts } from '../../../../domain/reports/facts.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';

export function GanttFigure({ facts }: { facts: ReportFacts }) {
  const data = reportGantt(facts);
  return data && <Figure title="Carta Gantt con avance" draw={sheet => drawGantt(data, sheet)} />;
}

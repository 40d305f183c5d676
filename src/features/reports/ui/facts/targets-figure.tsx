import { drawTargets } from '../../../../domain/drawings/target.ts';
import { reportTargets } from '../../../../domain/reports/charts.ts';
import type { ReportFacts } from '../../../../domain/reports/facts.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';

export function TargetsFigure({ facts }: { facts: ReportFacts }) {
  const data = reportTargets(facts);
  return data && <Figure title="Avance de los indicadores" draw={sheet => drawTargets(data, sheet)} />;
}

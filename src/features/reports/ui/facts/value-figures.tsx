import { drawBars } from '../../../../domain/drawings/bars.ts';
import { drawTargets } from '../../../../domain/drawings/target.ts';
import { reportMoney, reportPeople, reportTargets } from '../../../../domain/reports/charts.ts';
import type { ReportFacts } from '../../../../domain/reports/facts.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';

interface Props {
  facts: ReportFacts;
}

export function PeopleFigure({ facts }: Props) {
  const data = reportPeople(facts);
  return (
    data && <Figure title="Personas esperadas y reales por grupo" draw={sheet => drawBars(data, sheet)} />
  );
}

export function TargetsFigure({ facts }: Props) {
  const data = reportTargets(facts);
  return data && <Figure title="Avance de los indicadores" draw={sheet => drawTargets(data, sheet)} />;
}

export function MoneyFigure({ facts: { money } }: Props) {
  const data = money && reportMoney(money);
  return data && <Figure title="Presupuesto y gasto por categoría" draw={sheet => drawBars(data, sheet)} />;
}

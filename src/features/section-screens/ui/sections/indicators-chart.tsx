import { drawTargets } from '../../../../domain/drawings/target.ts';
import { indicatorTargets } from '../../../../domain/kinds/charts/indicators.ts';
import type { Indicators } from '../../../../domain/sections/indicators.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import { useScope } from '../scope.tsx';

/** How far the indicators have come, as their figures are typed. */
export function IndicatorsChart() {
  const { values } = useScope();
  const data = indicatorTargets({ indicators: (values.indicators ?? []) as Indicators['indicators'] });
  return data && <Figure title="Avance de los indicadores" draw={sheet => drawTargets(data, sheet)} />;
}

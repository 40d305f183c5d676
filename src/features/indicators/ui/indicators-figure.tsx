import { drawTargets } from '../../../domain/drawings/target.ts';
import { indicatorTargets } from '../../../domain/kinds/charts/indicators.ts';
import type { Indicators } from '../../../domain/sections/indicators.ts';
import { Figure } from '../../../web/drawing/figure.tsx';

/** How far the indicators have come by what was accepted. */
export function IndicatorsFigure({ indicators }: Indicators) {
  const data = indicatorTargets({ indicators });
  return data && <Figure title="Avance de los indicadores" draw={sheet => drawTargets(data, sheet)} />;
}

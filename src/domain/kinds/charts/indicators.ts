import { shareReached, type Target } from '../../drawings/reach.ts';
import type { TargetsData } from '../../drawings/target.ts';
import { targetOf, unitOf } from '../../sections/indicator-values.ts';
import { type Indicator, type Indicators, isAskedOf, kindOfIndicator } from '../../sections/indicators.ts';
import { formatCount } from '../../text/format.ts';

/** How far each indicator that has a target has come; null where none has. */
export function indicatorTargets({ indicators }: Indicators): TargetsData | null {
  const rows = indicators.flatMap(indicator => targetRow(indicator) ?? []);
  return targetsOf(rows, indicators.filter(i => kindOfIndicator(i) === 'qualitative').length);
}

/** The same of what is already known of each; `told` are told in words and have no target. */
export function targetsOf(rows: readonly Target[], told: number): TargetsData | null {
  if (rows.length === 0) return null;
  const reached = rows.filter(r => (shareReached(r) ?? 0) >= 1).length;
  const unknown = rows.filter(r => r.actual === null).length;
  const of = formatCount(rows.length, 'indicador', 'indicadores');
  const parts = [
    `De ${of}, ${reached || 'ninguno'} ${reached > 1 ? 'llegaron' : 'llegó'} a su meta`,
    unknown > 0 && `${unknown} sin dato`,
    told > 0 && `${formatCount(told, 'más se cuenta', 'más se cuentan')} con palabras`,
  ];
  return { rows, sentence: `${parts.filter(Boolean).join('; ')}.` };
}

/**
 * Where it is to come to and how far it is; null where nobody has said it. Whoever reads without a figure has the row
 * without it; what its kind does not have may be left from another.
 */
export function targetRow(indicator: Partial<Indicator>): Target | null {
  const target = targetOf(indicator);
  if (target === null) return null;
  const kind = kindOfIndicator(indicator);
  const { name, baseline = null, actual = null, direction } = indicator;
  const unit = unitOf(indicator);
  return {
    label: name || 'Sin nombre',
    unit: kind === 'scale' && unit !== '' ? `en escala ${unit}` : unit,
    baseline: isAskedOf(kind, 'baseline') ? baseline : null,
    target,
    actual,
    direction: (isAskedOf(kind, 'direction') && direction) || 'up',
    ...(kind === 'milestone' && { isMilestone: true }),
  };
}

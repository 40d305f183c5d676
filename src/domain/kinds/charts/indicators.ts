import { shareReached, type Target } from '../../drawings/reach.ts';
import type { TargetsData } from '../../drawings/target.ts';
import type { Indicators } from '../../sections/indicators.ts';
import { formatCount } from '../../text/format.ts';

/** How far each indicator that has a target has come; null where none has. */
export function indicatorTargets({ indicators }: Indicators): TargetsData | null {
  // Whoever reads without a figure has the row without it.
  const rows = indicators.flatMap(
    ({ name, unit = '', baseline = null, target = null, actual = null }): Target[] =>
      target === null ? [] : [{ label: name || 'Sin nombre', unit, baseline, target, actual }],
  );
  if (rows.length === 0) return null;
  const reached = rows.filter(r => (shareReached(r) ?? 0) >= 1).length;
  const unknown = rows.filter(r => r.actual === null).length;
  const of = formatCount(rows.length, 'indicador', 'indicadores');
  const arrived = `${reached || 'ninguno'} ${reached > 1 ? 'llegaron' : 'llegó'} a su meta`;
  return { rows, sentence: `De ${of}, ${arrived}${unknown > 0 ? `; ${unknown} sin dato` : ''}.` };
}

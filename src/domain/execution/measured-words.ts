import { shareReached } from '../drawings/reach.ts';
import { targetRow } from '../kinds/charts/indicators.ts';
import { figureWords } from '../sections/indicator-words.ts';
import {
  INDICATOR_KINDS,
  INDICATOR_LEVELS,
  INDICATOR_SCOPES,
  type Indicator,
  type IndicatorKind,
  kindOfIndicator,
} from '../sections/indicators.ts';
import { formatNumber, labelIn } from '../text/format.ts';

type Some = Partial<Indicator>;

/** What is worked out of several figures is shown no finer than it is worth; stored it has four decimals. */
const DECIMALS: Readonly<Record<IndicatorKind, number>> = {
  ...{ number: 4, percentage: 1, ratio: 2, scale: 2 },
  ...{ milestone: 0, qualitative: 0 },
};

/** A value with what it is counted in: `6 talleres`, `79,2 %`, `Alcanzado`; a dash without one. */
export function describeValue(indicator: Some, value: number | null): string {
  const decimals = DECIMALS[kindOfIndicator(indicator)];
  return figureWords(indicator, value === null ? null : Number(value.toFixed(decimals))) || '–';
}

/** The same of one measurement, with the figures of a share: `75 % (30 de 40)`. */
export function describeMeasured(
  indicator: Some,
  m: {
    readonly value: number | null;
    readonly numerator: number | null;
    readonly denominator: number | null;
  },
): string {
  const words = describeValue(indicator, m.value);
  return m.numerator === null || m.denominator === null
    ? words
    : `${words} (${formatNumber(m.numerator, 4)} de ${formatNumber(m.denominator, 4)})`;
}

/** Level, kind and scope, as far as they were said: `Resultado · Número · Externo`. */
export function describeIndicator(indicator: Some): string {
  return [
    labelIn(INDICATOR_LEVELS, indicator.level ?? 'outcome'),
    labelIn(INDICATOR_KINDS, kindOfIndicator(indicator)),
    labelIn(INDICATOR_SCOPES, indicator.scope),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Whether a value has come to its target; null where there is nothing to compare. */
export function isReached(indicator: Some, value: number | null): boolean | null {
  const row = targetRow({ ...indicator, actual: value });
  return row === null || value === null ? null : (shareReached(row) ?? 0) >= 1;
}

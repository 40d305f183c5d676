import { accumulationOf } from '../sections/indicator-values.ts';
import {
  type Accumulation,
  type Indicator,
  type IndicatorKind,
  kindOfIndicator,
} from '../sections/indicators.ts';

/** What of an indicator its value depends on. */
export type Measure = Partial<Pick<Indicator, 'kind' | 'accumulates'>>;

/** One accepted measurement; figures have at most four decimals, as the database keeps them. */
export interface Measured {
  readonly id: string;
  readonly day: string;
  /** Null of what is told in words; of shares what numerator and denominator come to. */
  readonly value: number | null;
  readonly numerator: number | null;
  readonly denominator: number | null;
  readonly note: string;
  /** ISO instant at which it was first measured. */
  readonly recordedAt: string;
}

export interface ActualValue {
  readonly value: number | null;
  /** Of what is told in words; else empty. */
  readonly words: string;
  readonly measurements: number;
  /** Of the latest one. */
  readonly day: string;
}

/** Ten-thousandths, whole: sums of them are exact, as `numeric(18, 4)` is. */
const DECIMALS = 10_000;
const scale = (figure: number): bigint => BigInt(Math.round(figure * DECIMALS));
/** Read as written: dividing would round what a double cannot hold a second time. */
const unscale = (scaled: bigint): number => Number(`${scaled}e-4`);

/** Rounded half away from zero, as PostgreSQL rounds a `numeric`; the divisor is above zero. */
function divide(dividend: bigint, divisor: bigint): bigint {
  const half = (2n * (dividend < 0n ? -dividend : dividend) + divisor) / (2n * divisor);
  return dividend < 0n ? -half : half;
}

const sum = (figures: readonly bigint[]): bigint => figures.reduce((all, each) => all + each, 0n);

/** What a share of a whole comes to, to four decimals: of a percentage in hundredths. `denominator` is above zero. */
export const shareOf = (kind: IndicatorKind, numerator: number, denominator: number): number =>
  unscale(shareOfSums(kind, scale(numerator), scale(denominator)));

const shareOfSums = (kind: IndicatorKind, numerator: bigint, denominator: bigint): bigint =>
  divide((kind === 'percentage' ? 100n : 1n) * numerator * BigInt(DECIMALS), denominator);

const isShare = (kind: IndicatorKind): boolean => kind === 'percentage' || kind === 'ratio';

/** Of two of one day the one that was measured later is the last; a correction keeps the place of what it corrects. */
const latestFirst = (a: Measured, b: Measured): number =>
  compare(b.day, a.day) || compare(b.recordedAt, a.recordedAt) || compare(b.id, a.id);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** All that was counted of all there was; null where neither is known. */
function sumOfShares(kind: IndicatorKind, measured: readonly Measured[]): bigint | null {
  const whole = sum(measured.map(m => scale(m.denominator ?? 0)));
  return whole > 0n ? shareOfSums(kind, sum(measured.map(m => scale(m.numerator ?? 0))), whole) : null;
}

function foldValues(
  kind: IndicatorKind,
  accumulates: Accumulation,
  latest: readonly Measured[],
): bigint | null {
  const values = latest.flatMap(m => (m.value === null ? [] : [scale(m.value)]));
  const [last] = values;
  if (kind === 'qualitative' || last === undefined) return null;
  switch (accumulates) {
    case 'sum':
      return isShare(kind) ? sumOfShares(kind, latest) : sum(values);
    case 'max':
      return values.toSorted((a, b) => (a < b ? 1 : -1))[0] ?? null;
    case 'average':
      return divide(sum(values), BigInt(values.length));
    case 'last':
      return last;
  }
}

/**
 * What accepted measurements of an indicator come to, null without any: what the form shows before a measurement is
 * sent. The view `indicator_values` says the same in SQL for whatever reads it, and a test compares the two.
 */
export function actualValue(measure: Measure, accepted: readonly Measured[]): ActualValue | null {
  const kind = kindOfIndicator(measure);
  const latest = accepted.toSorted(latestFirst);
  const [first] = latest;
  if (!first) return null;
  const value = foldValues(kind, accumulationOf(measure), latest);
  return {
    value: value === null ? null : unscale(value),
    words: kind === 'qualitative' ? first.note : '',
    measurements: latest.length,
    day: first.day,
  };
}

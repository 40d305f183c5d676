/** A figure on its way from where it began to where it is to be; any of them may be negative. */
export interface Target {
  readonly label: string;
  /** What is counted; may be empty. */
  readonly unit: string;
  /** Null where nobody has said it: it began with nothing. */
  readonly baseline: number | null;
  /** Below the baseline where the figure is to fall. */
  readonly target: number;
  readonly actual: number | null;
  /** Whether it is to rise, to fall, or to stay where it is; without it, to rise. */
  readonly direction?: 'up' | 'down' | 'keep';
  /** It is reached or not, by 1 or 0: its figures are told in words. */
  readonly isMilestone?: boolean;
}

type Figures = Pick<Target, 'baseline' | 'target' | 'actual' | 'direction'>;

/**
 * Share of the way to the target: 1 on it, more beyond it, negative on the way back. Null without a figure, and where
 * there was no way to go and the figure is not there: of nothing there is no share.
 *
 * What is to fall and began nobody knows where has arrived, 1, at the target or below it, and before that is as near
 * as the target is to the figure: 20 on the way down to 10 are a half; without a target above zero it has no share.
 *
 * What is to stay has arrived within 5 % of the target, wherever it began; else it is 1 less how far it is off as a
 * share of the target, never below 0. At zero there is nothing to be near to: it is there, or has no share.
 */
export function shareReached({ baseline, target, actual, direction = 'up' }: Figures): number | null {
  if (actual === null) return null;
  if (actual === target) return 1;
  if (direction === 'keep') return shareKept(target, actual);
  if (direction === 'down' && baseline === null) return shareFallen(target, actual);
  const from = baseline ?? 0;
  const share = (actual - from) / (target - from);
  // Nothing added to a zero below zero makes it a plain one.
  return Number.isFinite(share) ? share + 0 : null;
}

function shareFallen(target: number, actual: number): number | null {
  if (actual < target) return 1;
  return target > 0 ? target / actual : null;
}

/** How far off the target counts as being there, as a share of it. */
const NEAR = 0.05;

function shareKept(target: number, actual: number): number | null {
  if (target === 0) return null;
  const off = Math.abs(actual - target) / Math.abs(target);
  // 5 % written in decimals may come out a hair above.
  return off <= NEAR + 1e-9 ? 1 : Math.max(0, 1 - off);
}

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
}

/**
 * Share of the way to the target: 1 on it, more beyond it, negative on the way back. Null without a figure, and where
 * there was no way to go and the figure is not there: of nothing there is no share.
 */
export function shareReached({ baseline, target, actual }: Omit<Target, 'label' | 'unit'>): number | null {
  if (actual === null) return null;
  if (actual === target) return 1;
  const from = baseline ?? 0;
  const share = (actual - from) / (target - from);
  // Nothing added to a zero below zero makes it a plain one.
  return Number.isFinite(share) ? share + 0 : null;
}

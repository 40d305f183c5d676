/** Days before today, from the one that is longer ago to the other, which is left out. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const ALL_DAYS: Span = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

/** What happened in a span, in its order, each with its place in the whole. */
export const within = <T extends { readonly ago: number }>(
  { from, to }: Span,
  all: readonly T[],
): [number, T][] => [...all.entries()].filter(([, { ago }]) => ago <= from && ago > to);

/** Who held a step, and who holds it now. */
export interface Standing {
  readonly before: readonly string[];
  readonly holders: readonly string[];
  readonly officeBefore: boolean;
  readonly office: boolean;
}

export interface Sides<T> {
  /** What each person has now and had not; what the office has, at null. */
  readonly taken: Map<string | null, [T, ...T[]]>;
  /** What each person had and has not any more. */
  readonly left: Map<string, [T, ...T[]]>;
}

/** Steps that went to others, by those who are to be called now and those who are no longer. */
export function groupHandovers<T extends Standing>(steps: readonly T[]): Sides<T> {
  const sides: Sides<T> = { taken: new Map(), left: new Map() };
  const add = <K>(to: Map<K, [T, ...T[]]>, key: K, step: T) => {
    const known = to.get(key);
    if (known) known.push(step);
    else to.set(key, [step]);
  };
  for (const step of steps) {
    const { before, holders, officeBefore, office } = step;
    for (const id of holders) if (!before.includes(id)) add(sides.taken, id, step);
    for (const id of before) if (!holders.includes(id)) add(sides.left, id, step);
    if (office && !officeBefore) add(sides.taken, null, step);
  }
  return sides;
}

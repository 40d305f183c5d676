import { plainText } from './field.ts';

interface Kept {
  readonly id: string;
  readonly name: string;
  /** Ids of those that were merged into it. */
  readonly merged?: readonly string[];
}

/** By which of its ids a row names something already; one that was merged since is still named as it was. */
export const namedBefore = ({ id, merged = [] }: Kept, before: readonly string[]): string[] =>
  before.filter(each => each === id || merged.includes(each));

/** Ids by which a row names it: those by which it did, else its own. */
export function idsOf(named: Kept, before: readonly string[]): readonly string[] {
  const same = namedBefore(named, before);
  return same.length > 0 ? same : [named.id];
}

/**
 * The one kept, where a row means one that was merged into it: by its keys, or by its name with the RUT that moved.
 * `merged` holds those kept by the keys of what was merged.
 */
export function keptOf<K extends Kept>(
  merged: ReadonlyMap<string, K> | undefined,
  row: { readonly sought: readonly string[]; readonly name: string },
  stored: Kept | undefined,
): K | undefined {
  if (!stored) return row.sought.map(key => merged?.get(key)).find(found => found !== undefined);
  const name = plainText(row.name);
  const kept = merged?.get(name);
  return kept?.id === stored.id && name !== plainText(stored.name) ? kept : undefined;
}

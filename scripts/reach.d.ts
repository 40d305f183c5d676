export function changedSince(root: string, since: string): string[];
export function reachedBy(root: string, changed: readonly string[]): Set<string> | 'all';

/** A mapping of fields to one column each, as imports keep it. */
export const oneColumnEach = (columns: Readonly<Record<string, number>>): Record<string, number[]> =>
  Object.fromEntries(Object.entries(columns).map(([field, at]) => [field, [at]]));

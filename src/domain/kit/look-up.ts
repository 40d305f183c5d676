/** The entry of that name, and nothing that every object has besides: a person may write `constructor`. */
export const lookUp = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Names of a table with their words, as choices. */
export const optionsOf = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([value, label]) => ({ value, label }));

/** Names of a table as a schema of choices takes them: there is at least one. */
export const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>) =>
  Object.keys(table) as [K, ...K[]];

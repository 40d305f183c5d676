/** The entry of that name, and nothing that every object has besides: a person may write `constructor`. */
export const lookUp = <V>(table: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

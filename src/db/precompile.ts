import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Database } from './pool.ts';

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: db => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A fragment without values, turned into text once: building it anew costs more than the query it is part of. */
export function precompile(fragment: RawBuilder<unknown>): RawBuilder<unknown> {
  const { sql: text, parameters } = fragment.compile(compiler);
  if (parameters.length > 0) throw new Error(`a fixed fragment holds no values: ${text}`);
  return sql.raw(text);
}

type Places<V> = { readonly [K in keyof V]: RawBuilder<V[K]> };

/**
 * A statement turned into text once, with a place for each value: building a large one takes some 50 µs each time. A
 * value that stands in several places is sent once.
 */
export function prepare<R, V extends Record<string, unknown>>(
  names: readonly (keyof V & string)[],
  build: (places: Places<V>) => RawBuilder<R>,
): (db: Database, values: V) => Promise<R[]> {
  const nameOf = new Map<unknown, keyof V>(names.map(name => [Symbol(name), name]));
  const places = Object.fromEntries([...nameOf].map(([mark, name]) => [name, sql.val(mark)])) as Places<V>;
  const { sql: built, parameters } = build(places).compile(compiler);
  const sent = [...new Set(parameters)];
  const order = sent.map(mark => {
    const name = nameOf.get(mark);
    if (name === undefined) throw new Error(`a prepared statement holds no values of its own: ${built}`);
    return name;
  });
  const text = built.replaceAll(/\$(\d+)/g, (_, n) => `$${sent.indexOf(parameters[Number(n) - 1]) + 1}`);
  return async (db, values) => {
    const given = order.map(name => values[name]);
    return (await db.executeQuery(CompiledQuery.raw(text, given) as CompiledQuery<R>)).rows;
  };
}

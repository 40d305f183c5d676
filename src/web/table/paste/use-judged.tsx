import { useMemo, useState } from 'react';

/** One of a pasted list. */
export interface PastedRow {
  /** Where it stood, from 1: names the row while it is mended. */
  readonly line: number;
}

export interface Judged<R, E> {
  /** By line; those without any are left out. */
  readonly errors: ReadonlyMap<number, E>;
  /** Lines of people who stand further up already. */
  readonly repeated: ReadonlySet<number>;
  readonly wrong: readonly R[];
  /** Neither wrong nor repeated. */
  readonly good: readonly R[];
}

/** What is wrong with rows. Of thousands a letter changes one, so each is judged but once. */
export function useJudged<R extends PastedRow, E extends object>(
  rows: readonly R[],
  errorsOf: (row: R) => E,
  repeatedOf: (rows: readonly R[]) => ReadonlySet<number>,
): Judged<R, E> {
  const [judged] = useState(() => new WeakMap<R, E>());
  return useMemo(() => {
    const errors = new Map<number, E>();
    for (const row of rows) {
      const found = judged.get(row) ?? errorsOf(row);
      judged.set(row, found);
      if (Object.keys(found).length > 0) errors.set(row.line, found);
    }
    const repeated = repeatedOf(rows);
    const wrong = rows.filter(({ line }) => errors.has(line));
    const good = rows.filter(({ line }) => !errors.has(line) && !repeated.has(line));
    return { errors, repeated, wrong, good };
  }, [rows, judged, errorsOf, repeatedOf]);
}

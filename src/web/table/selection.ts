import { useEffect, useRef, useState } from 'react';
import { longIds, shortIds } from '../routing/short-ids.ts';
import type { ListState } from './list-state.ts';

interface Row {
  id: string;
}

/** Begins `picked` in the address for everything the filters find; ids behind it are left out: `all.2AbC…`. */
const EVERYTHING = 'all';
const NOBODY: ReadonlySet<string> = new Set();

interface Everything {
  /** Those under which it was taken. */
  filters: string;
  /** Ids of rows taken out again. */
  but: ReadonlySet<string>;
}

function inWords({ but }: Everything): string | undefined {
  const ids = shortIds([...but]);
  if (but.size === 0) return EVERYTHING;
  return ids && `${EVERYTHING}.${ids}`;
}

export interface Selection<R extends Row> {
  /** By id, kept over pages. */
  selected: ReadonlyMap<string, R>;
  /** Rows named by the address are still being fetched. */
  restoring: boolean;
  clear: () => void;
  toggle: (rows: readonly R[], on: boolean) => void;
  /** All that the filters find now. */
  takeEverything: (rows: readonly R[]) => void;
}

interface Source<R> {
  list: ListState;
  /** Rows by id. Without it the selection does not live in the address. */
  findRows: ((ids: readonly string[]) => Promise<R[]>) | undefined;
  /** All that the filters of the address find. */
  findAll: () => Promise<R[]>;
}

const filtersOf = ({ query }: ListState) =>
  JSON.stringify(Object.entries(query).filter(([key]) => !['page', 'size', 'sort', 'group'].includes(key)));

/** The selection with these rows in it, or without them. */
function withRows<R extends Row>(
  selected: ReadonlyMap<string, R>,
  rows: readonly R[],
  on: boolean,
): ReadonlyMap<string, R> {
  const next = new Map(selected);
  for (const row of rows) {
    if (on) next.set(row.id, row);
    else next.delete(row.id);
  }
  return next;
}

/** Rows chosen in a list; a reload finds them again by the address. */
export function useSelection<R extends Row>({ list, findRows, findAll }: Source<R>): Selection<R> {
  const [selected, setSelected] = useState<ReadonlyMap<string, R>>(new Map());
  // Null while rows are chosen one by one.
  const [everything, setEverything] = useState<Everything | null>(null);
  const asked = typeof list.values.picked === 'string' ? list.values.picked : '';
  const [restoring, setRestoring] = useState(Boolean(findRows && asked));
  const filters = filtersOf(list);
  const put = (rows: readonly R[]) => setSelected(new Map(rows.map(row => [row.id, row])));

  const restore = useRef(async () => {
    if (!findRows || !asked) return;
    try {
      if (asked.split('.')[0] === EVERYTHING) {
        const but = new Set(longIds(asked));
        put((await findAll()).filter(row => !but.has(row.id)));
        setEverything({ filters, but });
      } else {
        const ids = longIds(asked);
        put(ids.length > 0 ? await findRows(ids) : []);
      }
    } finally {
      setRestoring(false);
    }
  });
  useEffect(() => {
    // A selection that cannot be found again is made anew; the list itself says what is wrong.
    void restore.current().catch(() => undefined);
  }, []);

  const whole = everything?.filters === filters ? everything : null;
  const wanted = whole ? inWords(whole) : shortIds([...selected.keys()]);
  const { set } = list;
  const inAddress = findRows !== undefined && !restoring;
  useEffect(() => {
    if (inAddress && (wanted ?? '') !== asked) set({ picked: wanted }, { replace: true });
  }, [inAddress, wanted, asked, set]);

  return {
    selected,
    restoring,
    clear: () => {
      put([]);
      setEverything(null);
    },
    toggle: (rows, on) => {
      const but = new Set(whole?.but);
      for (const { id } of rows) {
        if (on) but.delete(id);
        else but.add(id);
      }
      setEverything(whole && { filters, but });
      setSelected(before => withRows(before, rows, on));
    },
    takeEverything: rows => {
      put(rows);
      setEverything({ filters, but: NOBODY });
    },
  };
}

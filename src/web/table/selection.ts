import { useEffect, useRef, useState } from 'react';
import { longIds, shortIds } from '../short-ids.ts';
import type { ListState } from './list-state.ts';

interface Row {
  id: string;
}

/** Value of `picked` in the address for everything the filters find. */
const EVERYTHING = 'all';

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
  JSON.stringify(Object.entries(query).filter(([key]) => !['page', 'size', 'sort'].includes(key)));

/** Rows chosen in a list; a reload finds them again by the address. */
export function useSelection<R extends Row>({ list, findRows, findAll }: Source<R>): Selection<R> {
  const [selected, setSelected] = useState<ReadonlyMap<string, R>>(new Map());
  // The filters under which everything was taken; null once rows are chosen one by one.
  const [everything, setEverything] = useState<string | null>(null);
  const asked = typeof list.values.picked === 'string' ? list.values.picked : '';
  const [restoring, setRestoring] = useState(Boolean(findRows && asked));
  const filters = filtersOf(list);
  const put = (rows: readonly R[]) => setSelected(new Map(rows.map(row => [row.id, row])));

  const restore = useRef(async () => {
    if (!findRows || !asked) return;
    try {
      if (asked === EVERYTHING) {
        put(await findAll());
        setEverything(filters);
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

  const wanted = everything === filters ? EVERYTHING : shortIds([...selected.keys()]);
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
      setEverything(null);
      setSelected(before => {
        const next = new Map(before);
        for (const row of rows) {
          if (on) next.set(row.id, row);
          else next.delete(row.id);
        }
        return next;
      });
    },
    takeEverything: rows => {
      put(rows);
      setEverything(filters);
    },
  };
}

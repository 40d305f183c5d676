import { useState } from 'react';
import { lastPage } from './use-searched-page.tsx';

/** So many at once of rows that are all here; `pager` is for the `Pager` below them. */
export function usePagedRows<R>(rows: readonly R[], size: number) {
  const [page, setPage] = useState(1);
  const last = lastPage(rows.length, size);
  const at = Math.min(page, last);
  return {
    shown: rows.slice((at - 1) * size, at * size),
    pager: { page: at, last, onPage: setPage },
  };
}

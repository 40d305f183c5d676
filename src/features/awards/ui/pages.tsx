import { type ReactNode, useState } from 'react';
import { Pages } from '../../../web/table/pages.tsx';

const SIZE = 50;

/** A page at a time of rows that are all there: a call may have thousands. */
export function usePages<Row>(rows: readonly Row[]): { shown: readonly Row[]; control: ReactNode } {
  const [page, setPage] = useState(1);
  const total = Math.ceil(rows.length / SIZE);
  return {
    shown: rows.slice((page - 1) * SIZE, page * SIZE),
    control: <Pages total={total} value={page} onChange={setPage} />,
  };
}

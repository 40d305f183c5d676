import { Pagination } from '@mantine/core';
import { type ReactNode, useState } from 'react';

const SIZE = 50;

/** A page at a time of rows that are all there: a call may have thousands. */
export function usePages<Row>(rows: readonly Row[]): { shown: readonly Row[]; control: ReactNode } {
  const [page, setPage] = useState(1);
  const total = Math.ceil(rows.length / SIZE);
  return {
    shown: rows.slice((page - 1) * SIZE, page * SIZE),
    control: total > 1 && (
      <Pagination
        total={total}
        value={page}
        onChange={setPage}
        getControlProps={control => ({
          'aria-label': control === 'next' ? 'Página siguiente' : 'Página anterior',
        })}
      />
    ),
  };
}

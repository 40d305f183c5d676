import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';

/** From the last letter until the server is asked. */
const SEARCH_MS = 200;

/** Search and page of a list within something else, whose address tells of neither. */
export function useSearchedPage(size: number) {
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [q] = useDebouncedValue(typed.trim(), SEARCH_MS);
  const type = (text: string) => {
    setTyped(text);
    setPage(1);
  };
  /** Number of the last page, once the rows are counted: leads there when the one looked at has been taken off. */
  const lastOf = (total: number | undefined): number => {
    if (total === undefined) return page;
    const last = lastPage(total, size);
    if (page > last) setPage(last);
    return last;
  };
  return { typed, type, q, page, setPage, lastOf, query: { page, size, ...(q && { q }) } };
}

/** From 1, as a list of nobody has its page, too. */
export const lastPage = (total: number, size: number): number => Math.max(1, Math.ceil(total / size));

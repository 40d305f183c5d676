import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { z } from 'zod';
import { PASSING } from '../../domain/text/rules.ts';
import { parseSearch, type Search, stringifySearch } from '../routing/paths.ts';
import { listSearch } from '../search.ts';

/** State of a list as its address has it. */
export interface ListState {
  /** Validated values, defaults filled in. */
  values: Record<string, unknown>;
  /** What of the address the server is asked: valid text as it stands there. */
  query: Search;
  /**
   * Changes some values; whatever is not about the page leads back to the first one. `''` or null removes one.
   * Resolves once the address and what it shows have changed.
   */
  set: (patch: Search, options?: { replace?: boolean }) => Promise<void>;
  /** Removes every filter and the search, keeps sort and columns. */
  clear: () => void;
  /** Puts this in the place of all that the address says. */
  replace: (search: Search, options?: { replace?: boolean }) => Promise<void>;
  /** What this list knows of a search, of its own where none is given: all but where in it somebody is. */
  conditions: (search?: Search) => Search;
  /** Whether anything narrows the list. */
  narrowed: boolean;
}

const NOT_FILTERS = [...PASSING, 'sort', 'group', 'details', 'cols'];

/** The last page, where the one asked for is beyond it: its rows are gone, or the address is old. Null where there is none to go to. */
export function pageInstead(
  { page, size }: Record<string, unknown>,
  { rows, total }: { rows: readonly unknown[]; total: number },
): number | null {
  const last = Math.ceil(total / (Number(size) || 25));
  return rows.length === 0 && last > 0 && Number(page) > last ? last : null;
}

const NONE: readonly string[] = [];

const known = <V>(search: Record<string, V>, given: object): Record<string, V> =>
  Object.fromEntries(Object.entries(search).filter(([key]) => Object.hasOwn(given, key)));

/**
 * Search, filters, sort, page, open row, columns and selection of a list live in the address. `query` is the endpoint's
 * schema; `choosing` are parts of it that say which list it is rather than which of its rows.
 */
export function useListState(query: z.ZodObject, choosing = NONE): ListState {
  const navigate = useNavigate();
  const { pathname, searchStr } = useRouterState({ select: state => state.location });
  const raw = useMemo(() => parseSearch(searchStr), [searchStr]);
  const parse = useMemo(() => listSearch(query), [query]);
  return useMemo(() => {
    const given = parse(raw);
    const valid = known(raw, given);
    const asked = Object.fromEntries(Object.entries(valid).filter(([key]) => key in query.shape));
    const filters = Object.keys(asked).filter(key => !NOT_FILTERS.includes(key) && !choosing.includes(key));
    const go = (search: Search, replace: boolean) =>
      navigate({ href: pathname + stringifySearch(search), replace, resetScroll: false });
    return {
      values: { ...parse.defaults, ...given },
      query: asked,
      narrowed: filters.length > 0,
      set: (patch, { replace = false } = {}) => {
        const samePage = Object.keys(patch).every(key =>
          ['page', 'open', 'cols', 'view', 'picked'].includes(key),
        );
        return go({ ...valid, ...(samePage ? {} : { page: undefined }), ...patch }, replace);
      },
      clear: () => {
        const kept = Object.entries(valid).filter(
          ([key]) => (NOT_FILTERS.includes(key) || choosing.includes(key)) && key !== 'page',
        );
        void go(Object.fromEntries(kept), false);
      },
      replace: (search, { replace = false } = {}) => go(search, replace),
      conditions: (search = raw) =>
        Object.fromEntries(
          Object.entries(known(search, parse(search))).filter(([key]) => !PASSING.includes(key)),
        ),
    };
  }, [raw, parse, query, choosing, pathname, navigate]);
}

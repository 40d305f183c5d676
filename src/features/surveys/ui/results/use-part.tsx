import { useNavigate, useRouterState } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../../../../web/routing/paths.ts';

/** Which part of the answers is shown lives in the address, beside whatever else stands there; 0 is all of them. */
export function usePart(count: number) {
  const { pathname, searchStr } = useRouterState({ select: state => state.location });
  const navigate = useNavigate();
  const search = parseSearch(searchStr);
  const given = Number(search.part);
  const part = Number.isInteger(given) && given > 0 && given < count ? given : 0;
  const go = (next: number) => {
    const href = pathname + stringifySearch({ ...search, part: next === 0 ? null : next });
    void navigate({ href, replace: true, resetScroll: false });
  };
  return [part, go] as const;
}

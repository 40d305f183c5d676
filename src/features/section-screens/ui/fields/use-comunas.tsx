import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { useRead } from '../../../../web/query.ts';
import { getCatalogues } from '../../../options/contract.ts';

export type Comuna = OutputOf<typeof getCatalogues>['comunas'][number];

/** The comunas with these codes, and all others; `chosen` is null while they come. */
export function useComunas(codes: readonly string[]) {
  const { data, error, refetch } = useRead(getCatalogues);
  const all = data?.comunas ?? [];
  return {
    chosen: data ? all.filter(c => codes.includes(c.code)) : null,
    others: all.filter(c => !codes.includes(c.code)),
    error: data ? null : error,
    retry: () => void refetch(),
  };
}

import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { useRead } from '../../../../web/query.ts';
import { getBorders, getCatalogues } from '../../../options/contract.ts';

export type Comuna = OutputOf<typeof getCatalogues>['comunas'][number];

/** The comunas with these codes, and all there are; `chosen` is null while they come. */
export function useComunas(codes: readonly string[]) {
  const { data, error, refetch } = useRead(getCatalogues);
  const all = data?.comunas ?? [];
  const license = data?.bordersLicense;
  const { data: lines } = useRead(
    getBorders,
    { query: { comunas: codes.join(',') } },
    { enabled: codes.length > 0 && Boolean(license) },
  );
  return {
    chosen: data ? all.filter(c => codes.includes(c.code)) : null,
    all,
    /** Only where the installation has some; the map does without until they come. */
    borders: lines && license ? { lines, license } : null,
    error: data ? null : error,
    retry: () => void refetch(),
  };
}

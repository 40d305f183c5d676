import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { useRead } from '../../../../web/query.ts';
import { getBorders, getCatalogues } from '../../../options/contract.ts';

export type Comuna = OutputOf<typeof getCatalogues>['comunas'][number];

/** The comunas with these codes, and all others; `chosen` is null while they come. */
export function useComunas(codes: readonly string[]) {
  const { data, error, refetch } = useRead(getCatalogues);
  const all = data?.comunas ?? [];
  const hasBorders = codes.length > 0 && typeof data?.bordersLicense === 'string';
  const { data: found } = useRead(
    getBorders,
    { query: { comunas: codes.join(',') } },
    { enabled: hasBorders },
  );
  const lines = (found?.lines ?? []).map(line =>
    line.map(([longitude, latitude]) => ({ longitude, latitude })),
  );
  return {
    chosen: data ? all.filter(c => codes.includes(c.code)) : null,
    others: all.filter(c => !codes.includes(c.code)),
    /** Only where the installation has some; the map does without until they come. */
    borders: found ? { lines, license: found.license } : null,
    error: data ? null : error,
    retry: () => void refetch(),
  };
}

import { Skeleton } from '@mantine/core';
import { drawMap } from '../../../../domain/drawings/map/map.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import { useRead } from '../../../../web/query.ts';
import type { Search } from '../../../../web/routing/paths.ts';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { getCatalogues } from '../../../options/contract.ts';
import { partnerFilters, partnerPlaces } from '../../contract.ts';
import classes from './partner.module.css';

const FILTERS = ['q', ...Object.keys(partnerFilters.shape)];

/** How many of the organisations listed there are in each comuna. */
export function PartnersMap({ query }: { query: Search }) {
  const asked = Object.fromEntries(Object.entries(query).filter(([name]) => FILTERS.includes(name)));
  const { data, error, refetch } = useRead(partnerPlaces, { query: asked }, { keepPrevious: true });
  const { data: catalogues } = useRead(getCatalogues);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data || !catalogues) return <Skeleton className={classes.map ?? ''} />;
  const counts = new Map(data.comunas.map(c => [c.code, c.partners]));
  const comunas = catalogues.comunas
    .filter(c => counts.has(c.code))
    .map(c => ({ ...c, value: counts.get(c.code) ?? 0 }));
  const located = data.comunas.reduce((all, c) => all + c.partners, 0);
  const sentence = [
    `${formatCount(located, 'organización', 'organizaciones')} en ${formatCount(comunas.length, 'comuna', 'comunas')}`,
    ...(data.without > 0 ? [`${formatNumber(data.without)} sin comuna`] : []),
  ].join('; ');
  return (
    <div className={classes.map}>
      <Figure
        title="Organizaciones por comuna"
        draw={sheet => ({
          ...drawMap({ comunas, around: catalogues.comunas, point: null }, sheet),
          sentence: `${sentence}.`,
        })}
      />
    </div>
  );
}

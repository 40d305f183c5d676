import { Skeleton } from '@mantine/core';
import { drawMap } from '../../../../domain/drawings/map/map.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import { useComunas } from '../../../section-screens/ui/fields/use-comunas.tsx';
import type { Partner } from '../../contract.ts';
import classes from './partner.module.css';

/** Where it is: its comuna, and the exact point where one was marked. */
export function PartnerMap({ comuna, point }: Pick<Partner, 'comuna' | 'point'>) {
  const { chosen, all, borders, error } = useComunas(comuna ? [comuna.code] : []);
  if (error) return null;
  if (!chosen) return <Skeleton className={classes.map ?? ''} />;
  return (
    <div className={classes.map}>
      <Figure
        title="Ubicación"
        draw={sheet => drawMap({ comunas: chosen, around: all, borders, point }, sheet)}
      />
    </div>
  );
}

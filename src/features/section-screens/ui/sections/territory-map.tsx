import { Skeleton } from '@mantine/core';
import { drawMap } from '../../../../domain/drawings/map/map.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import fields from '../fields/fields.module.css';
import type { Point } from '../fields/point-field.tsx';
import { useComunas } from '../fields/use-comunas.tsx';
import { useScope } from '../scope.tsx';

/** Comunas and point of the project; its fields say the same in words, also where the map cannot come. */
export function TerritoryMap() {
  const { values } = useScope();
  const { chosen, all, borders, error } = useComunas((values.comunaCodes ?? []) as readonly string[]);
  if (error) return null;
  if (!chosen) return <Skeleton className={fields.mapWaiting ?? ''} />;
  const data = { comunas: chosen, around: all, borders, point: (values.point ?? null) as Point | null };
  return <Figure title="Mapa" draw={sheet => drawMap(data, sheet)} />;
}

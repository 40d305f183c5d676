import { Skeleton } from '@mantine/core';
import { Suspense, useMemo } from 'react';
import { drawRows } from '../../../domain/figures/draw-rows.ts';
import { type FigureName, figureOf, figuresOf } from '../../../domain/figures/figures.ts';
import type { FigureContext } from '../../../domain/figures/values.ts';
import { useRead } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { getCatalogues } from '../../options/contract.ts';
import { useSides } from './compare-select.tsx';
import { FigureCard, type FigureCardProps } from './figure-card.tsx';
import classes from './reports.module.css';
import type { Report } from './use-report.tsx';

/** What drawings need besides the figures; the same object while it says the same. */
function useContext(report: Report): FigureContext {
  const { data } = useRead(getCatalogues);
  const [own, other] = useSides(report) ?? [];
  const comunas = data?.comunas;
  const formula = report.data?.formula;
  return useMemo(
    () => ({
      sides: own !== undefined && other !== undefined ? [own, other] : null,
      comunas: new Map((comunas ?? []).map(each => [each.code, each])),
      formula: formula ?? null,
    }),
    [own, other, comunas, formula],
  );
}

/** Most are bars; the map is heavy, and of one topic alone. */
const PlacesCard = lazyPart(() => import('./places-card.tsx'), 'PlacesCard');
const FurtherCard = lazyPart(() => import('./further-card.tsx'), 'FurtherCard');

function Card(props: FigureCardProps) {
  const { drawing } = figureOf(props.data.name);
  if (drawing === 'map') return <PlacesCard {...props} />;
  return drawing === 'bars' ? <FigureCard {...props} draw={drawRows} /> : <FurtherCard {...props} />;
}

const FigurePlace = ({ name }: { name: FigureName }) => (
  <section className={classes.card} aria-label={figureOf(name).title}>
    <h2 className={classes.title}>{figureOf(name).title}</h2>
    <Skeleton height="16rem" />
  </section>
);

/** The figures of the topic; places of them until they have come. */
export function Figures({ report }: { report: Report }) {
  const { topic, scope, figures, isStale } = report;
  const context = useContext(report);
  const isShown = figures !== undefined;
  return (
    <div className={classes.grid} data-stale={(isShown && isStale) || undefined} aria-busy={!isShown}>
      {isShown
        ? figures.map(data => (
            <Suspense key={data.name} fallback={<FigurePlace name={data.name} />}>
              <Card {...{ data, context, report }} />
            </Suspense>
          ))
        : figuresOf(topic, scope).map(name => <FigurePlace key={name} name={name} />)}
    </div>
  );
}

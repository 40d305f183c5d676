import { useParams } from '@tanstack/react-router';
import type { z } from 'zod';
import { type FigureName, figureOf } from '../../../../domain/figures/figures.ts';
import { labelOfMeasure, unitIn } from '../../../../domain/figures/values.ts';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { formatTime } from '../../../../web/dates.ts';
import { Settle } from '../../../../web/layout/loading/settle.tsx';
import { NotFound } from '../../../../web/layout/page-states.tsx';
import { useRead } from '../../../../web/query.ts';
import { usePageTitle } from '../../../../web/routing/page-title.ts';
import { paths, type Search } from '../../../../web/routing/paths.ts';
import { DataList } from '../../../../web/table/data-list.tsx';
import { useListState } from '../../../../web/table/list-state.ts';
import { LinkButton } from '../../../../web/ui/link.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { FilterChips } from '../../../projects/ui/list/filter-parts.tsx';
import { dashboardFilters, type FigureItem, figureName, listFigure, NO_KEY } from '../../contract.ts';
import { projectsPath } from '../links.tsx';
import { columnsFor, itemPath, valueText } from './figure-columns.tsx';

/** They say which part of the figure it is, and narrow nothing. */
const CHOOSING = ['scope', 'row', 'across'];

const filtersIn = (query: Search): Search =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name in dashboardFilters.shape));

/** To the second: this answer is a snapshot of its own. */
const timeOf = (at: string) => `${formatTime(at)}:${at.slice(17, 19)}`;

interface HeadProps {
  name: FigureName;
  /** What of the figure is listed; undefined for all of it, and until it has come. */
  part: string | undefined;
  query: Search;
  data: OutputOf<typeof listFigure> | undefined;
}

function Head({ name, part, query, data }: HeadProps) {
  const figure = figureOf(name);
  const filters = filtersIn(query);
  const { row, across } = query;
  const inProjects = data ? projectsPath(name, { ...filters, scope: data.scope, row, across }) : null;
  const values = data?.measures.map((key, n) => {
    const unit = unitIn(figure, key, typeof row === 'string' ? row : undefined);
    return `${labelOfMeasure(name, key)}: ${valueText(unit, data.values[n] ?? null)}`;
  });
  return (
    <PageHeader
      title={part ? `${figure.title}: ${part}` : figure.title}
      text={
        data && (
          <span className="figures">
            {values?.join(' · ')} · Leído a las {timeOf(data.at)}
          </span>
        )
      }
      actions={
        <>
          {inProjects && (
            <LinkButton href={inProjects} variant="default">
              Abrir en Proyectos
            </LinkButton>
          )}
          <LinkButton href={paths.reports({ topic: figure.topic, ...filters })} variant="default">
            Ver los gráficos
          </LinkButton>
        </>
      }
    />
  );
}

function FigureList({ name }: { name: FigureName }) {
  const list = useListState(listFigure.query as z.ZodObject, CHOOSING);
  const params = { figure: name };
  const { data, error } = useRead(listFigure, { params, query: list.query }, { keepPrevious: true });
  const { row, across } = list.query;
  const crossed = across === NO_KEY ? 'Sin dato' : across;
  const part = data?.label ? [data.label, crossed].filter(Boolean).join(', ') : undefined;
  const { title } = figureOf(name);
  usePageTitle(part ? `${title}: ${part}` : title);
  return (
    <>
      <Head name={name} part={part} query={list.query} data={data} />
      <Settle isSettled={data !== undefined || error !== null}>
        <DataList<FigureItem>
          title={title}
          endpoint={listFigure}
          params={params}
          choosing={CHOOSING}
          columns={columnsFor(name, data, typeof row === 'string' ? row : undefined)}
          filters={<FilterChips />}
          href={item => itemPath(item, data?.scope)}
          empty={{
            title: 'No hay nada en esta parte del gráfico',
            text: 'Puede haber cambiado desde que se dibujó.',
          }}
        />
      </Settle>
    </>
  );
}

/** What a figure of the dashboards, or a row of it, is made of. */
export function FigurePage() {
  const { figure } = useParams({ strict: false }) as { figure?: string };
  const { data: name } = figureName.safeParse(figure);
  return name ? <FigureList key={name} name={name} /> : <NotFound />;
}

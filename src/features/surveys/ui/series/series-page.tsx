import { Select, Skeleton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { z } from 'zod';
import { AUDIENCES, type Audience } from '../../../../domain/surveys/waves.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { ReadFailure } from '../../../../web/layout/page-states.tsx';
import { useRead } from '../../../../web/query.ts';
import { usePageTitle } from '../../../../web/routing/page-title.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { DownloadMenu } from '../../../../web/table/download-menu.tsx';
import { type ListState, useListState } from '../../../../web/table/list-state.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { LinkButton } from '../../../../web/ui/link.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { getSeries, type Series } from '../../series/contract.ts';
import { QuestionSeries } from './question-series.tsx';
import classes from './series.module.css';

/** What an instrument came to over the years. */
export function SeriesPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const list = useListState(getSeries.query as z.ZodObject);
  const { data, error, refetch } = useRead(
    getSeries,
    { params: { id }, query: list.query as { project?: string; audience?: Audience } },
    { keepPrevious: true },
  );
  usePageTitle(data?.instrument);
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={480} aria-busy />;
  return (
    <>
      <PageHeader
        title={data.instrument}
        text="Resultados por año de las encuestas que respondieron cinco personas o más."
        actions={
          data.waves > 0 && <DownloadMenu files={[{ list: getSeries }]} params={{ id }} query={list.query} />
        }
      />
      <Filters list={list} project={data.project} />
      <Questions data={data} instrument={id} list={list} />
    </>
  );
}

interface FiltersProps {
  list: ListState;
  project: Series['project'];
}

function Filters({ list, project }: FiltersProps) {
  const { audience, project: asked } = list.query;
  const name = project ? `${project.code} ${project.title}` : 'Un proyecto';
  return (
    <div className={classes.filters}>
      <Select
        label="Destinatarios"
        placeholder="Todos"
        data={[...AUDIENCES]}
        value={typeof audience === 'string' ? audience : null}
        onChange={value => void list.set({ audience: value })}
        clearable
        clearButtonProps={{ 'aria-label': t('form.clearField') }}
      />
      {asked !== undefined && (
        <button
          type="button"
          className={classes.chip}
          aria-label={`Quitar filtro ${name}`}
          onClick={() => void list.set({ project: null })}
        >
          {name}
          <IconX size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}

interface QuestionsProps {
  data: Series;
  instrument: string;
  list: ListState;
}

function Questions({ data, instrument, list }: QuestionsProps) {
  if (data.waves === 0)
    return (
      <EmptyState
        title={
          list.narrowed
            ? 'Ninguna encuesta con resultados coincide con los filtros'
            : 'Todavía no hay encuestas con resultados'
        }
        text="Aquí aparecen las encuestas de este instrumento que cerraron y que respondieron cinco personas o más, entre las que puedes ver."
        action={
          <LinkButton variant="default" href={paths.surveys({ instrument })}>
            Ver sus encuestas
          </LinkButton>
        }
      />
    );
  return (
    <>
      <p className={classes.quiet}>
        {formatCount(data.answers, 'respuesta', 'respuestas')} en{' '}
        {formatCount(data.waves, 'encuesta', 'encuestas')}. Las de un mismo año se suman.
      </p>
      {data.series.map(series => (
        <QuestionSeries key={series.key} series={series} />
      ))}
      {data.series.length === 0 && (
        <p className={classes.quiet}>Este instrumento solo tiene preguntas de texto, que no se comparan.</p>
      )}
    </>
  );
}

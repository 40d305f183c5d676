import { Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { isCounted } from '../../../domain/surveys/waves.ts';
import cards from '../../../web/layout/part-cards.module.css';
import { ProblemError } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import type { PartProps } from '../../project-record/ui/project-slots.tsx';
import { listWaves, type WaveRow } from '../contract.ts';
import { NewWave, NewWaveButton } from './new-wave.tsx';
import classes from './surveys.module.css';
import { WaveCards } from './wave-cards.tsx';

/** The most that a list answers at once. */
const MOST = 200;

function useMayBegin({ lead, alternate }: ProjectDetail): boolean {
  const user = useSessionUser();
  return user !== null && (isAdmin(user) || [lead.id, alternate?.id].includes(user.id));
}

/** What instruments came to over the years, of those that have results. */
function SeriesLinks({ rows, project }: { rows: readonly WaveRow[]; project: string }) {
  const counted = rows.filter(row => isCounted(row.state)).map(row => row.instrument);
  const instruments = [...new Map(counted.map(each => [each.id, each])).values()];
  if (instruments.length === 0) return null;
  return (
    <section className={classes.series} aria-labelledby="survey-series">
      <h3 id="survey-series">Resultados por año</h3>
      <ul>
        {instruments.map(({ id, name }) => (
          <li key={id}>
            <TextLink href={paths.surveySeries(id, { project })} underline="always">
              {name}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The surveys about a project, and what they came to. */
export function ProjectSurveys({ project }: PartProps) {
  const [isNew, setNew] = useState(false);
  const mayBegin = useMayBegin(project);
  const query = { project: project.id, size: MOST };
  const { data, error, refetch } = useRead(listWaves, { query });
  const add = mayBegin && <NewWaveButton onClick={() => setNew(true)} />;
  if (error && !data) {
    if (error instanceof ProblemError && error.code === 'forbidden') return <Nothing />;
    return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  }
  if (!data) return <Skeleton h={160} aria-busy />;
  return (
    <>
      {data.rows.length === 0 ? (
        <Nothing add={add} />
      ) : (
        <>
          {add && <div className={cards.head}>{add}</div>}
          <WaveCards rows={data.rows} />
          <SeriesLinks rows={data.rows} project={project.id} />
        </>
      )}
      {isNew && <NewWave project={project} onClose={() => setNew(false)} />}
    </>
  );
}

function Nothing({ add }: { add?: ReactNode }) {
  if (!add) return <EmptyState headingLevel={3} title="No hay encuestas de este proyecto que puedas ver" />;
  return (
    <EmptyState
      headingLevel={3}
      title="Todavía no hay encuestas de este proyecto"
      text="Pregunta a socios, estudiantes o participantes cómo les fue: elige un instrumento y agrega a las personas."
      action={add}
    />
  );
}

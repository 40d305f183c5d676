import { Alert, Skeleton, Tabs } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { isClosed, isCounted, isDraft, isOpen } from '../../../domain/surveys/waves.ts';
import { PageSpinner, ReadFailure } from '../../../web/layout/page-states.tsx';
import { ProblemError } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { usePageTitle } from '../../../web/routing/page-title.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useGo } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { getWave, type Wave } from '../contract.ts';
import { WavePill } from './looks.tsx';
import { WaveActions } from './page/wave-actions.tsx';
import { WaveFigures, WaveWords } from './page/wave-facts.tsx';
import classes from './surveys.module.css';

const PeopleTab = lazyPart(() => import('./people/people-tab.tsx'), 'PeopleTab');
const AnswersTab = lazyPart(() => import('./answers/answers-tab.tsx'), 'AnswersTab');
const RoomTab = lazyPart(() => import('./page/room-tab.tsx'), 'RoomTab');
const QuestionsTab = lazyPart(() => import('./page/questions-tab.tsx'), 'QuestionsTab');
const WaveResults = lazyPart(() => import('./results/wave-results.tsx'), 'WaveResults');

/** While answers come in a room, or are being counted, the page changes without its reader. */
const SOON_MS = 10_000;

/** The survey of the address; leads to the list once it was deleted from here. */
function useWave() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const [isMoving, setMoving] = useState(false);
  const { data, error, refetch } = useRead(
    getWave,
    { params: { id } },
    isMoving ? { refetchInterval: SOON_MS } : {},
  );
  const moves = data !== undefined && (isClosed(data.state) || data.roomUrl !== null);
  if (moves !== isMoving) setMoving(moves);
  usePageTitle(data?.title);
  const go = useGo();
  const isMissing = error instanceof ProblemError && (error.status === 404 || error.status === 400);
  const isGone = data !== undefined && isMissing;
  useEffect(() => {
    if (isGone) go(paths.surveys(), { replace: true });
  }, [isGone, go]);
  return { wave: isGone ? undefined : data, error: data ? null : error, refetch };
}

/** One survey: whom it asks and what; what to do next; what it came to. */
export function SurveyPage() {
  const { wave, error, refetch } = useWave();
  if (error) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!wave) return <Skeleton h={480} aria-busy />;
  return (
    <>
      <PageHeader
        title={wave.title}
        mark={<WavePill state={wave.state} />}
        text={<WaveWords wave={wave} />}
        actions={wave.mayManage && <WaveActions wave={wave} />}
      />
      <WaveFigures wave={wave} />
      {wave.message && (
        <blockquote className={classes.message}>
          <small>Mensaje</small>
          {wave.message}
        </blockquote>
      )}
      {isClosed(wave.state) && (
        <Alert color="cyan" mb="md" role="status">
          Se están contando las respuestas; los resultados aparecen en unos minutos.
        </Alert>
      )}
      <Parts wave={wave} />
    </>
  );
}

interface Part {
  readonly label: string;
  readonly isOffered: (wave: Wave) => boolean;
  readonly Panel: (props: { wave: Wave }) => ReactNode;
}

const PARTS: Readonly<Record<string, Part>> = {
  people: { label: 'Personas', isOffered: wave => wave.mayManage, Panel: PeopleTab },
  room: {
    label: 'Código en sala',
    // Who answers in a room has no name.
    isOffered: wave => wave.mayManage && wave.anonymous && isOpen(wave.state),
    Panel: RoomTab,
  },
  answers: {
    label: 'Respuestas',
    isOffered: wave => wave.mayManage && !wave.anonymous && !isDraft(wave.state),
    Panel: AnswersTab,
  },
  questions: { label: 'Preguntas', isOffered: () => true, Panel: QuestionsTab },
  results: { label: 'Resultados', isOffered: wave => !isDraft(wave.state), Panel: WaveResults },
};

/** The part chosen lives in the address; else what matters most where the survey stands. */
function usePart(wave: Wave, offered: readonly string[]) {
  const { tab = '' } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const first = isCounted(wave.state) ? 'results' : (offered[0] ?? 'questions');
  const go = (next: string | null) =>
    void navigate({
      href: paths.survey(wave.id, { tab: next === first ? null : next }),
      replace: true,
      resetScroll: false,
    });
  return [offered.includes(tab) ? tab : first, go] as const;
}

function Parts({ wave }: { wave: Wave }) {
  const offered = Object.entries(PARTS).filter(([, part]) => part.isOffered(wave));
  const [open, go] = usePart(
    wave,
    offered.map(([value]) => value),
  );
  return (
    <Tabs value={open} onChange={go} keepMounted={false}>
      <Tabs.List mb="md">
        {offered.map(([value, { label }]) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Suspense fallback={<PageSpinner />}>
        {offered.map(([value, { label, Panel }]) => (
          <Tabs.Panel key={value} value={value}>
            {/* The tab says it already, to those who see it. */}
            <h2 className="visually-hidden">{label}</h2>
            <Panel wave={wave} />
          </Tabs.Panel>
        ))}
      </Suspense>
    </Tabs>
  );
}

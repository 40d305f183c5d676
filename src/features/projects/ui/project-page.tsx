import { Skeleton, Stack, Tabs } from '@mantine/core';
import { useMatches, useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import type { KindSlug } from '../../../domain/kinds/definition.ts';
import { isFinal } from '../../../domain/kinds/statuses.ts';
import { NotFound, PageSpinner } from '../../../web/layout/page-states.tsx';
import { ProblemError } from '../../../web/problem-error.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { usePageTitle } from '../../../web/routing/page-title.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { HistoricPill } from '../../../web/ui/status/historic-pill.tsx';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { SaveSlotProvider } from '../../ficha/ui/editor/save-slot.tsx';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import { type ProjectAddress, useProjectQuery } from '../../project-record/ui/project-cache.tsx';
import { ProjectProvider, useProject } from '../../project-record/ui/project-context.tsx';
import { type Tab, usePlace } from '../../project-record/ui/project-search.tsx';
import { ActionButtons } from './actions/action-buttons.tsx';
import { ActionProvider } from './actions/action-context.tsx';
import { FichaTab } from './ficha-tab.tsx';
import { PageBar } from './page-bar.tsx';
import { PrintButton } from './print-button.tsx';
import classes from './project-page.module.css';

const AppealPanel = lazyPart(() => import('../../awards/ui/appeal-panel.tsx'), 'AppealPanel');
const ChangeNotice = lazyPart(() => import('../../change-requests/ui/change-notice.tsx'), 'ChangeNotice');
const ChangesTab = lazyPart(() => import('../../change-requests/ui/changes-tab.tsx'), 'ChangesTab');
const Documents = lazyPart(() => import('../../attachments/ui/documents.tsx'), 'Documents');
const EvaluationTab = lazyPart(
  () => import('../../evaluation/ui/reviews/evaluation-tab.tsx'),
  'EvaluationTab',
);
const HistoryTab = lazyPart(() => import('../../ficha/ui/history/history-tab.tsx'), 'HistoryTab');
const NamesNotice = lazyPart(() => import('../../evaluation/ui/desk/names-notice.tsx'), 'NamesNotice');
const ObservationsTab = lazyPart(
  () => import('../../observations/ui/observations-tab.tsx'),
  'ObservationsTab',
);

/** The address says which project: the kind by its route, the id by its last part. */
function useAddress(): ProjectAddress {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const kind = useMatches({ select: matches => matches.findLast(m => m.staticData.kind)?.staticData.kind });
  return { kind: (kind ?? 'pacs') as KindSlug, id };
}

export function ProjectPage() {
  const address = useAddress();
  const { data: project, error, refetch } = useProjectQuery(address);
  usePageTitle(project?.code);
  if (error && !project)
    return error instanceof ProblemError && error.status === 404 ? (
      <NotFound />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} headingLevel={1} />
    );
  if (!project) return <PageSkeleton />;
  return (
    <ProjectProvider key={project.id} project={project}>
      <ActionProvider>
        <Project />
      </ActionProvider>
    </ProjectProvider>
  );
}

/** Results are appealed, and shown with their appeal, once there is one. */
const mayHaveAppeal = ({ definition, status }: ProjectDetail) =>
  definition.steps.some(s => s.status === 'resolution') &&
  ['admissibility', 'rejected', 'resolution', 'not_awarded', 'waitlisted', 'approved'].includes(status);

/** What is written for an evaluation can still be reworded. */
const mayNameSomebody = ({ definition, status }: ProjectDetail) =>
  definition.steps.some(s => s.status === 'evaluation') && ['draft', 'returned'].includes(status);

function PageSkeleton() {
  return (
    <Stack gap="sm" aria-busy>
      <h1 className="visually-hidden">Cargando el proyecto…</h1>
      <Skeleton h={32} w="60%" />
      <Skeleton h={20} w="40%" />
      <Skeleton h={36} mt="sm" />
      <Skeleton h={320} />
    </Stack>
  );
}

function Project() {
  const { project } = useProject();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <SaveSlotProvider value={slot}>
      <div className={classes.page}>
        <ProjectHeader project={project} />
        <Notices project={project} />
        <ProjectTabs project={project} />
        <PageBar slotRef={setSlot} />
      </div>
    </SaveSlotProvider>
  );
}

/** What waits for the reader besides a step, above everything else. */
function Notices({ project }: { project: ProjectDetail }) {
  return (
    <>
      {project.changes.some(c => c.mayDecide) && (
        <Suspense fallback={null}>
          <ChangeNotice />
        </Suspense>
      )}
      {mayNameSomebody(project) && (
        <Suspense fallback={null}>
          <NamesNotice />
        </Suspense>
      )}
      {mayHaveAppeal(project) && (
        <Suspense fallback={null}>
          <AppealPanel kind={project.kind} id={project.id} />
        </Suspense>
      )}
    </>
  );
}

function ProjectTabs({ project }: { project: ProjectDetail }) {
  const { place, go } = usePlace(project);
  return (
    <Tabs
      value={place.tab}
      onChange={tab => go({ tab: tab as Tab }, { resetScroll: false })}
      keepMounted={false}
      className={classes.tabs ?? ''}
    >
      <Tabs.List className="no-print">
        <Tabs.Tab value="ficha">Ficha</Tabs.Tab>
        <CountedTab value="observations" count={project.observations.filter(o => o.state === 'open').length}>
          Observaciones
        </CountedTab>
        {(project.changes.length > 0 || place.tab === 'changes') && (
          <CountedTab value="changes" count={project.changes.filter(c => c.state === 'open').length}>
            Cambios
          </CountedTab>
        )}
        {project.showsReviews && <Tabs.Tab value="evaluation">Evaluación</Tabs.Tab>}
        <CountedTab value="files" count={project.files.length}>
          Archivos
        </CountedTab>
        <Tabs.Tab value="history">Historial</Tabs.Tab>
      </Tabs.List>
      <Suspense fallback={<PageSpinner />}>
        <Tabs.Panel value="ficha">
          <FichaTab />
        </Tabs.Panel>
        <HiddenlyHeaded value="observations" heading="Observaciones">
          <ObservationsTab />
        </HiddenlyHeaded>
        <HiddenlyHeaded value="changes" heading="Cambios">
          <ChangesTab />
        </HiddenlyHeaded>
        <HiddenlyHeaded value="evaluation" heading="Evaluación">
          <EvaluationTab kind={project.kind} id={project.id} />
        </HiddenlyHeaded>
        <HiddenlyHeaded value="files" heading="Archivos">
          <Documents />
        </HiddenlyHeaded>
        <HiddenlyHeaded value="history" heading="Historial">
          <HistoryTab />
        </HiddenlyHeaded>
      </Suspense>
    </Tabs>
  );
}

/** A panel whose tab says the heading already, to those who see it. */
function HiddenlyHeaded({ value, heading, children }: { value: Tab; heading: string; children: ReactNode }) {
  return (
    <Tabs.Panel value={value}>
      <h2 className="visually-hidden">{heading}</h2>
      {children}
    </Tabs.Panel>
  );
}

function CountedTab({ value, count, children }: { value: Tab; count: number; children: ReactNode }) {
  return (
    <Tabs.Tab value={value}>
      {children} {count > 0 && <span className={classes.count}>{count}</span>}
    </Tabs.Tab>
  );
}

function ProjectHeader({ project }: { project: ProjectDetail }) {
  const { code, title, status, turn, definition, school, period } = project;
  const facts = [code, definition.label, school?.name, period].filter(Boolean).join(' · ');
  return (
    <div className={classes.header}>
      <div className={classes.facts}>{facts}</div>
      <PageHeader
        title={title}
        text={
          <span className={classes.turn}>
            <StatusPill status={status} />
            {project.historic && <HistoricPill />}
            <WhoseTurn turn={turn} final={isFinal(status)} />
            <span className={classes.next}>{turn.next}</span>
          </span>
        }
        actions={
          <>
            <PrintButton />
            <ActionButtons />
          </>
        }
      />
    </div>
  );
}

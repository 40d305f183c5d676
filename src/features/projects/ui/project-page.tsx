import { Skeleton, Stack, Tabs } from '@mantine/core';
import { useMatches, useParams } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { isFinal } from '../../../domain/kinds/statuses.ts';
import { PageSpinner, ReadFailure } from '../../../web/layout/page-states.tsx';
import { usePageTitle } from '../../../web/routing/page-title.ts';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { HistoricPill } from '../../../web/ui/status/historic-pill.tsx';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { SaveSlotProvider } from '../../ficha/ui/editor/save-slot.tsx';
import { Ficha, type FichaSlots } from '../../ficha/ui/ficha.tsx';
import { ObservingProvider } from '../../observations/ui/observing/observing.tsx';
import type { ProjectDetail } from '../../project-record/detail/contract.ts';
import { type ProjectAddress, useProjectQuery } from '../../project-record/ui/project-cache.tsx';
import { ProjectProvider, useProject } from '../../project-record/ui/project-context.tsx';
import { FIRST_TAB, usePlace } from '../../project-record/ui/project-search.tsx';
import type { ProjectNotice, ProjectTab } from '../../project-record/ui/project-slots.tsx';
import { ActionButtons } from './actions/action-buttons.tsx';
import { ActionProvider } from './actions/action-context.tsx';
import { PageBar } from './page-bar.tsx';
import { PrintButton } from './print-button.tsx';
import classes from './project-page.module.css';

/** What rooms show in the page of a project. */
export interface ProjectSlots extends FichaSlots {
  /** Behind the form, in their order. */
  readonly tabs: readonly ProjectTab[];
  readonly notices: readonly ProjectNotice[];
}

/** The address says which project: the kind by its route, the id by its last part. */
function useAddress(): ProjectAddress {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const kind = useMatches({ select: matches => matches.findLast(m => m.staticData.kind)?.staticData.kind });
  return { kind: (kind ?? 'pacs') as KindSlug, id };
}

export function ProjectPage(slots: ProjectSlots) {
  const address = useAddress();
  const { data: project, error, refetch } = useProjectQuery(address);
  usePageTitle(project?.code);
  if (error && !project) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!project) return <PageSkeleton />;
  return (
    <ProjectProvider key={project.id} project={project}>
      <ObservingProvider>
        <ActionProvider>
          <Project {...slots} />
        </ActionProvider>
      </ObservingProvider>
    </ProjectProvider>
  );
}

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

function Project({ notices, ...tabs }: ProjectSlots) {
  const { project } = useProject();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <SaveSlotProvider value={slot}>
      <div className={classes.page}>
        <ProjectHeader project={project} />
        {notices
          .filter(({ isNeeded }) => isNeeded(project))
          .map(({ name, Notice }) => (
            <Suspense key={name} fallback={null}>
              <Notice project={project} />
            </Suspense>
          ))}
        <ProjectTabs project={project} {...tabs} />
        <PageBar slotRef={setSlot} />
      </div>
    </SaveSlotProvider>
  );
}

interface TabsProps extends FichaSlots {
  project: ProjectDetail;
  tabs: ProjectSlots['tabs'];
}

function ProjectTabs({ project, tabs, ...ficha }: TabsProps) {
  const { place, go } = usePlace(project);
  const open = tabs.some(tab => tab.value === place.tab) ? place.tab : FIRST_TAB;
  return (
    <Tabs
      value={open}
      onChange={tab => go({ tab: tab ?? FIRST_TAB }, { resetScroll: false })}
      keepMounted={false}
      className={classes.tabs ?? ''}
    >
      <Tabs.List className="no-print">
        <Tabs.Tab value={FIRST_TAB}>Ficha</Tabs.Tab>
        {tabs
          .filter(({ value, isOffered }) => isOffered?.(project, value === open) ?? true)
          .map(({ value, label, count }) => (
            <CountedTab key={value} value={value} count={count?.(project) ?? 0}>
              {label}
            </CountedTab>
          ))}
      </Tabs.List>
      <Suspense fallback={<PageSpinner />}>
        <Tabs.Panel value={FIRST_TAB}>
          <Ficha {...ficha} />
        </Tabs.Panel>
        {tabs.map(({ value, label, Panel }) => (
          <Tabs.Panel key={value} value={value}>
            {/* The tab says it already, to those who see it. */}
            <h2 className="visually-hidden">{label}</h2>
            <Panel project={project} />
          </Tabs.Panel>
        ))}
      </Suspense>
    </Tabs>
  );
}

function CountedTab({ value, count, children }: { value: string; count: number; children: ReactNode }) {
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
            <StatusPill status={status} subStep={project.subStep} />
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

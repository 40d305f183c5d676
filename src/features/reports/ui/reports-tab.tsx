import { Suspense, useState } from 'react';
import { PageSpinner } from '../../../web/layout/page-states.tsx';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';

// What is looked at is fetched, so that other tabs need not know of it.
const Reports = lazyPart(() => import('./report-list.tsx'), 'Reports');
const ReportPage = lazyPart(() => import('./report-page.tsx'), 'ReportPage');

/** What the project tells of itself: its reports, or the one that the address names. */
export function ReportsTab() {
  const { project } = useProject();
  const { place } = usePlace(project);
  const { report } = place;
  // Whoever comes by a link begins at the top of the page; whoever moves within the tab goes on from there.
  const [visit, setVisit] = useState<{ report: string | null; from?: string | null }>({ report });
  if (visit.report !== report) setVisit({ report, from: visit.report });
  if (!project.readsReports)
    return (
      <EmptyState
        title="No hay informes que puedas ver"
        text="Los ven el equipo del proyecto, su Dirección y la oficina, desde que comienza la ejecución."
      />
    );
  return (
    <Suspense fallback={<PageSpinner />}>
      {report === null ? (
        <Reports cameFrom={visit.from ?? null} />
      ) : (
        <ReportPage key={report} address={report} opensHere={visit.from !== undefined} />
      )}
    </Suspense>
  );
}

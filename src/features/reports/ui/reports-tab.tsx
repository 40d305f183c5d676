import { Suspense, useState } from 'react';
import { numberIn } from '../../../domain/reports/names.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import { ReportList } from './report-list.tsx';
import { useReports } from './use-reports.tsx';
import { Waiting } from './waiting.tsx';

// Fetched when one is opened.
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
  if (report === null) return <Reports cameFrom={visit.from ?? null} />;
  return (
    <Suspense fallback={<Waiting />}>
      <ReportPage key={report} number={numberIn(report)} opensHere={visit.from !== undefined} />
    </Suspense>
  );
}

function Reports({ cameFrom }: { cameFrom: string | null }) {
  const { data, error, refetch } = useReports();
  if (data) return <ReportList reports={data.reports} cameFrom={cameFrom} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Waiting />;
}

import { useEffect, useRef } from 'react';
import { reportAddress, reportName } from '../../../domain/reports/names.ts';
import { isOpenReport } from '../../../domain/reports/report-states.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { PageLink } from '../../../web/ui/link.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { reportPlace, usePlace } from '../../project-record/ui/project-search.tsx';
import type { ReportRow } from '../contract.ts';
import classes from './reports.module.css';
import { courseOf, StandingLine, useHolder } from './standing.tsx';
import { useReports } from './use-reports.tsx';
import { Waiting } from './waiting.tsx';

/** The reports as soon as they are read. */
export function Reports({ cameFrom }: { cameFrom: string | null }) {
  const { data, error, refetch } = useReports();
  if (data) return <ReportList reports={data.reports} cameFrom={cameFrom} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Waiting />;
}

interface ListProps {
  reports: readonly ReportRow[];
  /** Address of the report that was open before; null at first. */
  cameFrom: string | null;
}

/** The progress reports in their order, then the final one. */
function ReportList({ reports, cameFrom }: ListProps) {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (cameFrom !== null) list.current?.querySelector<HTMLElement>(`[data-report="${cameFrom}"] a`)?.focus();
  }, [cameFrom]);
  return (
    <>
      <p className={classes.intro}>
        Los informes se arman con lo que el equipo registra en Ejecución, y se completan con textos y fotos.
      </p>
      <ol className={classes.cards} ref={list}>
        {reports.map(report => (
          <ReportCard key={report.number ?? 'final'} report={report} />
        ))}
      </ol>
    </>
  );
}

function ReportCard({ report }: { report: ReportRow }) {
  const { project } = useProject();
  const { hrefOf } = usePlace(project);
  const holder = useHolder(report);
  const { number, releases, written, asked } = report;
  const facts = [
    holder,
    isOpenReport(report) && `${written} de ${formatCount(asked, 'texto', 'textos')}`,
    ...courseOf(report),
  ].filter(Boolean);
  return (
    <li className={classes.card} data-report={reportAddress(number)}>
      <div className={classes.head}>
        <h3>
          <PageLink href={hrefOf(reportPlace(number))} className={classes.open}>
            {reportName(number)}
          </PageLink>
        </h3>
        <StandingLine report={report} />
      </div>
      {facts.length > 0 && <p className={classes.facts}>{facts.join(' · ')}</p>}
      {releases > 0 && <p className={classes.facts}>{`Libera ${releases} % de lo adjudicado`}</p>}
    </li>
  );
}

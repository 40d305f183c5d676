import { Alert, Button } from '@mantine/core';
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { REPORTS_TAB, reportAddress, reportName } from '../../../domain/reports/names.ts';
import { numberIn } from '../../../domain/reports/parts.ts';
import { download } from '../../../web/api.ts';
import { formatDay } from '../../../web/dates.ts';
import { ProblemError } from '../../../web/problem-error.ts';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { useSaving } from '../../../web/use-saving.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { usePlace } from '../../project-record/ui/project-search.tsx';
import { openReport, type Report } from '../contract.ts';
import classes from './reports.module.css';
import { courseOf, StandingLine, useHolder } from './standing.tsx';
import { useReport, useReportParams } from './use-reports.tsx';
import { Waiting } from './waiting.tsx';

// Who only reads fetches no editor, and nothing to decide with.
const Writing = lazyPart(() => import('./writing/writing.tsx'), 'Writing');
const ReportDecision = lazyPart(() => import('./decision/report-decision.tsx'), 'ReportDecision');
const Reading = lazyPart(() => import('./reading/reading.tsx'), 'Reading');

interface PageProps {
  /** How its address names it. */
  address: string;
  /** It was opened from the list. */
  opensHere: boolean;
}

export function ReportPage({ address, opensHere }: PageProps) {
  const number = numberIn(address);
  return (
    <>
      <BackLink />
      {number === undefined ? <NoReport /> : <Loaded number={number} opensHere={opensHere} />}
    </>
  );
}

function BackLink() {
  const { project } = useProject();
  const { hrefOf } = usePlace(project);
  return (
    <LinkButton
      className="no-print"
      variant="subtle"
      size="compact-sm"
      ml="-0.5rem"
      leftSection={<IconArrowBackUp size={16} aria-hidden />}
      href={hrefOf({ tab: REPORTS_TAB })}
    >
      Todos los informes
    </LinkButton>
  );
}

const NoReport = () => (
  <EmptyState title="Ese informe no existe" text="Elige uno entre todos los informes del proyecto." />
);

function Loaded({ number, opensHere }: { number: number | null; opensHere: boolean }) {
  const { data, error, refetch } = useReport(number);
  if (data) return <Opened report={data} opensHere={opensHere} />;
  if (error instanceof ProblemError && error.status === 404) return <NoReport />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <Waiting />;
}

function Opened({ report, opensHere }: { report: Report; opensHere: boolean }) {
  const { edit, comment, decide } = report;
  // It stays when somebody else has decided meanwhile, to tell who.
  const [decides] = useState(decide !== null);
  const address = reportAddress(report.number);
  return (
    <article aria-labelledby="report-title">
      <Head report={report} opensHere={opensHere} />
      <Suspense>
        {(decides || decide) && <ReportDecision key={address} report={report} address={address} />}
      </Suspense>
      {comment && <Said title="Comentario a todo el informe">{comment}</Said>}
      {edit && !edit.allowed && edit.reason && <p className={classes.intro}>{edit.reason}</p>}
      <Suspense fallback={<Waiting />}>
        {edit?.allowed ? <Writing report={report} /> : <Reading report={report} />}
      </Suspense>
    </article>
  );
}

const Said = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert color="gray" title={title} mt="sm" className={classes.said ?? ''}>
    {children}
  </Alert>
);

function Head({ report, opensHere }: { report: Report; opensHere: boolean }) {
  const title = useRef<HTMLHeadingElement>(null);
  const holder = useHolder(report, report.deciders);
  useEffect(() => {
    // The link that led here is gone; the next stop is what it opened.
    if (opensHere) title.current?.focus();
  }, [opensHere]);
  const { from, to } = report.facts;
  const period = from ? `Del ${formatDay(from)} al ${formatDay(to)}` : `Hasta el ${formatDay(to)}`;
  const facts = [period, holder, ...courseOf(report)].filter(Boolean);
  return (
    <header className={classes.pageHead}>
      <div>
        <div className={classes.head}>
          <h3 id="report-title" ref={title} tabIndex={-1} className={classes.title}>
            {reportName(report.number)}
          </h3>
          <StandingLine report={report} />
        </div>
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
      <PdfButton number={report.number} />
    </header>
  );
}

function PdfButton({ number }: { number: number | null }) {
  const params = useReportParams(number);
  const { flush } = useProject();
  const { saving, save } = useSaving();
  const fetchDocument = async () => {
    // It tells what is written by now.
    await flush();
    return download(openReport, { params });
  };
  return (
    <Button
      className="no-print"
      variant="default"
      size="xs"
      loading={saving}
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Descargar PDF de ${reportName(number)}`}
      onClick={() => void save(fetchDocument)}
    >
      Descargar PDF
    </Button>
  );
}

import { Skeleton } from '@mantine/core';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { useRead } from '../../../web/query.ts';
import { WhenNear } from '../../../web/routing/when-near.tsx';
import { useSessionUser } from '../../../web/storage.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { PendingNotice } from '../../auth/ui/pending-notice.tsx';
import { AppealLine } from '../../awards/ui/waiting-appeal.tsx';
import { ChangeLine } from '../../change-requests/ui/waiting-change.tsx';
import { DataRequestLine } from '../../data-requests/ui/waiting-request.tsx';
import { RoundLine } from '../../evaluation/ui/preferences/waiting-round.tsx';
import { QuestionLine } from '../../evaluation/ui/questions/waiting-question.tsx';
import { MeasurementLine } from '../../indicators/ui/waiting-measurements.tsx';
import { RefundLine } from '../../payments/ui/waiting-refunds.tsx';
import { NewProjectMenu, useMayCreate } from '../../projects/ui/new-project-menu.tsx';
import { ReportLine } from '../../reports/ui/waiting-report.tsx';
import { ReviewLine } from '../../review-desk/ui/waiting-review.tsx';
import { SetupGuide } from '../../setup/ui/setup-guide.tsx';
import { StatementLine } from '../../statements/ui/waiting-statement.tsx';
import { getHome } from '../contract.ts';
import { Deadlines } from './deadlines.tsx';
import classes from './home.module.css';
import { HomeFigures } from './home-figures.tsx';
import { MyProjects } from './my-projects.tsx';
import { OfficeFigures } from './office-figures.tsx';
import { OfficeStatus } from './office-status.tsx';
import { Heading } from './parts.tsx';
import { ProjectLines, type WaitingLine } from './project-lines.tsx';
import { UnitFigures } from './unit-figures.tsx';
import { UnsentWork } from './unsent-work.tsx';

export function HomePage() {
  const user = useSessionUser();
  // Signed in without a role: the office has not enabled the account yet.
  if (user?.roles.length === 0) return <PendingNotice />;
  return (
    <>
      <PageHeader title={user ? `Hola, ${user.name.split(' ')[0]}` : 'Inicio'} actions={<NewProjectMenu />} />
      <UnsentWork />
      <Overview />
    </>
  );
}

/** What waits besides projects, each as its room shows it. */
const waitingLines = ({
  changes,
  measurements,
  refunds,
  statements,
  reports,
  reviews,
  rounds,
  questions,
  appeals,
  dataRequests,
}: OutputOf<typeof getHome>): WaitingLine[] => [
  ...changes.map(change => ({
    key: change.id,
    due: change.due,
    line: <ChangeLine change={change} />,
  })),
  ...measurements.map(waiting => ({
    key: `measurements ${waiting.project.id}`,
    due: waiting.due,
    line: <MeasurementLine waiting={waiting} />,
  })),
  ...refunds.map(waiting => ({
    key: `refunds ${waiting.project.id} ${waiting.isReturned}`,
    due: waiting.due,
    line: <RefundLine waiting={waiting} />,
  })),
  ...statements.map(statement => ({
    key: `statement ${statement.project.id} ${statement.number}`,
    due: statement.due,
    line: <StatementLine statement={statement} />,
  })),
  ...reports.map(report => ({
    key: `report ${report.id}`,
    due: report.due,
    line: <ReportLine report={report} />,
  })),
  ...reviews.map(review => ({ key: review.id, due: review.due, line: <ReviewLine review={review} /> })),
  ...questions.map(question => ({
    key: question.id,
    due: question.due,
    line: <QuestionLine question={question} />,
  })),
  ...rounds.map(round => ({
    key: `round ${round.call.id}`,
    due: round.until,
    line: <RoundLine round={round} />,
  })),
  ...appeals.map(appeal => ({
    key: `appeal ${appeal.project.id}`,
    due: appeal.due,
    line: <AppealLine appeal={appeal} />,
  })),
  ...dataRequests.map(request => ({
    key: `data request ${request.id}`,
    due: request.due,
    line: <DataRequestLine request={request} />,
  })),
];

function Overview() {
  const { data, error, refetch } = useRead(getHome);
  const mayCreate = useMayCreate();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <HomeSkeleton />;
  const { myTurn, mine, deadlines, units, office, setup } = data;
  const others = waitingLines(data);
  const waiting = myTurn.rows.length + others.length;
  // A date of the reader's own turn stands with it.
  const held = new Set(myTurn.rows.map(({ id }) => id));
  const later = deadlines.filter(({ project }) => !held.has(project.id));
  return (
    <div className={classes.page}>
      <div className={classes.main}>
        {setup && setup.steps.length > 0 && <SetupGuide setup={setup} />}
        <section aria-labelledby="my-turn">
          <Heading
            id="my-turn"
            title="Te toca a ti"
            total={myTurn.total + others.length}
            shown={waiting}
            all={{ myTurn: true, sort: 'due' }}
          />
          {waiting > 0 ? (
            <ProjectLines rows={myTurn.rows} others={others} label="Te toca a ti" deadlines={deadlines} />
          ) : (
            <p className={classes.calm}>Nada espera por ti. Cuando algo te toque, aparecerá aquí.</p>
          )}
        </section>
        {(mine.total > 0 || mayCreate) && <MyProjects mine={mine} deadlines={later} />}
        <WhenNear className={classes.waiting}>
          <HomeFigures hasUnits={units.length > 0} />
        </WhenNear>
        {units.length > 0 && <UnitFigures units={units} />}
      </div>
      {(office || later.length > 0) && (
        <aside className={classes.side}>
          {office && setup && <OfficeFigures office={office} setup={setup} />}
          <Deadlines deadlines={later} />
          {office && setup && <OfficeStatus setup={setup} />}
        </aside>
      )}
    </div>
  );
}

function HomeSkeleton() {
  return (
    <div className={classes.main} aria-busy>
      <Skeleton h={28} w="10rem" />
      <Skeleton h={180} />
      <Skeleton h={28} w="10rem" mt="lg" />
      <Skeleton h={180} />
    </div>
  );
}

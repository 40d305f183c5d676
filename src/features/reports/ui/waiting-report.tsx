import { IconReportAnalytics } from '@tabler/icons-react';
import { reportName } from '../../../domain/reports/names.ts';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../web/ui/work-lines.tsx';
import { reportPlace, usePlace } from '../../project-record/ui/project-search.tsx';
import type { WaitingReport } from '../waiting/contract.ts';

/** A progress report among what waits for somebody. */
export function ReportLine({ report }: { report: WaitingReport }) {
  const { project, number, isReturned, since, due, overdue } = report;
  const { hrefOf } = usePlace(project);
  const turn = { people: [], office: false, since, due, overdue, mine: true, next: null };
  return (
    <WorkLine
      href={hrefOf(reportPlace(number))}
      title={project.title}
      mark={
        <Pill icon={IconReportAnalytics} tone="attention">
          {`${reportName(number)}: ${isReturned ? 'responder observaciones' : 'revisar'}`}
        </Pill>
      }
      facts={project.code}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}

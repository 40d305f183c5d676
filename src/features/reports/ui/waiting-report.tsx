import { IconHourglass } from '@tabler/icons-react';
import { REPORTS_TAB, reportAddress, reportName } from '../../../domain/reports/names.ts';
import { paths } from '../../../web/routing/paths.ts';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../web/ui/work-lines.tsx';
import type { WaitingReport } from '../waiting/contract.ts';

/** A progress report among what waits for somebody. */
export function ReportLine({ report }: { report: WaitingReport }) {
  const { project, number, isReturned, since, due, overdue } = report;
  const turn = { people: [], office: false, since, due, overdue, mine: true, next: null };
  return (
    <WorkLine
      href={paths.project(project.kind, project.id, { tab: REPORTS_TAB, informe: reportAddress(number) })}
      title={project.title}
      mark={
        <Pill icon={IconHourglass} tone="attention">
          {`${reportName(number)}: ${isReturned ? 'responder observaciones' : 'revisar'}`}
        </Pill>
      }
      facts={project.code}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}

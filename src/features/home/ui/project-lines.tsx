import type { ReactNode } from 'react';
import { isFinal, isRunning } from '../../../domain/kinds/statuses.ts';
import { reportName } from '../../../domain/reports/names.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine, WorkLines } from '../../../web/ui/work-lines.tsx';
import type { ProjectRow } from '../../project-record/contract.ts';
import type { OutputFor } from './parts.tsx';

/** Something else that waits, as its room shows it. */
export interface WaitingLine {
  readonly key: string;
  readonly due: string | null;
  readonly line: ReactNode;
}

interface LinesProps {
  rows: readonly ProjectRow[];
  label: string;
  /** Put among the projects by their due date. */
  others?: readonly WaitingLine[];
  /** Projects whose date stands elsewhere on the page. */
  dated?: ReadonlySet<string>;
  /** Where the status alone does not say what is due of a project, its line does. */
  deadlines?: OutputFor['deadlines'];
}

const LAST = '9999';

const isOfReport = ({ status }: OutputFor['deadlines'][number]) => isRunning(status);

/** Some projects, one below the other, each with its state and whose turn it is. */
export function ProjectLines({ rows, label, others = [], dated, deadlines = [] }: LinesProps) {
  const reports = new Map(
    deadlines.filter(isOfReport).map(({ project, report }) => [project.id, reportName(report)]),
  );
  const lines = rows.map(row => ({
    key: row.id,
    due: row.turn.due,
    line: <ProjectLine row={row} withDue={!dated?.has(row.id)} report={reports.get(row.id)} />,
  }));
  // Both come sorted by the server where there are two; projects alone keep the order they came in.
  const all =
    others.length > 0
      ? [...others, ...lines].sort((a, b) => (a.due ?? LAST).localeCompare(b.due ?? LAST))
      : lines;
  return <WorkLines label={label} lines={all} />;
}

interface LineProps {
  row: ProjectRow;
  withDue: boolean;
  /** The one that is due. */
  report: string | undefined;
}

function ProjectLine({ row, withDue, report }: LineProps) {
  const user = useSessionUser();
  const lead = row.lead.id === user?.id ? undefined : row.lead.name;
  return (
    <WorkLine
      href={paths.project(row.kind, row.id)}
      title={row.title}
      mark={<StatusPill status={row.status} subStep={row.subStep} />}
      facts={[report, row.code, row.school?.name, lead].filter(Boolean).join(' · ')}
      turn={<WhoseTurn turn={row.turn} final={isFinal(row.status)} withDue={withDue} />}
    />
  );
}

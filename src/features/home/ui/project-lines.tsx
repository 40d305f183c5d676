import type { ReactNode } from 'react';
import { isFinal } from '../../../domain/kinds/statuses.ts';
import { paths } from '../../../web/routing/paths.ts';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine, WorkLines } from '../../../web/ui/work-lines.tsx';
import type { ProjectRow } from '../../project-record/contract.ts';

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
}

const LAST = '9999';

/** Some projects, one below the other, each with its state and whose turn it is. */
export function ProjectLines({ rows, label, others = [] }: LinesProps) {
  const lines = rows.map(row => ({ key: row.id, due: row.turn.due, line: <ProjectLine row={row} /> }));
  // Both come sorted by the server where there are two; projects alone keep the order they came in.
  const all =
    others.length > 0
      ? [...others, ...lines].sort((a, b) => (a.due ?? LAST).localeCompare(b.due ?? LAST))
      : lines;
  return <WorkLines label={label} lines={all} />;
}

const ProjectLine = ({ row }: { row: ProjectRow }) => (
  <WorkLine
    href={paths.project(row.kind, row.id)}
    title={row.title}
    mark={<StatusPill status={row.status} subStep={row.subStep} />}
    facts={[row.code, row.school?.name, row.lead.name].filter(Boolean).join(' · ')}
    turn={<WhoseTurn turn={row.turn} final={isFinal(row.status)} />}
  />
);

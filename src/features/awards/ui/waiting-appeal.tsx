import { IconGavel } from '@tabler/icons-react';
import { paths } from '../../../web/routing/paths.ts';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../web/ui/work-lines.tsx';
import type { WaitingAppeal } from '../appeals/contract.ts';

/** An appeal among what waits for the office. */
export function AppealLine({ appeal: { project, at, due, overdue } }: { appeal: WaitingAppeal }) {
  const turn = { people: [], office: false, since: at, due, overdue, mine: true, next: null };
  return (
    <WorkLine
      href={paths.project(project.kind, project.id)}
      title={project.title}
      mark={
        <Pill icon={IconGavel} tone="attention">
          Apelación por responder
        </Pill>
      }
      facts={project.code}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}

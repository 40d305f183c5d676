import { IconReceipt } from '@tabler/icons-react';
import { paths } from '../../../web/routing/paths.ts';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../web/ui/work-lines.tsx';
import type { WaitingStatement } from '../waiting/contract.ts';

/** A statement among what waits for somebody. */
export function StatementLine({ statement }: { statement: WaitingStatement }) {
  const { id, project, number, isReturned, since, due, overdue } = statement;
  const turn = { people: [], office: false, since, due, overdue, mine: true, next: null };
  return (
    <WorkLine
      href={paths.project(project.kind, project.id, { tab: 'spending', field: id })}
      title={project.title}
      mark={
        <Pill icon={IconReceipt} tone="attention">
          {`Rendición ${number}: ${isReturned ? 'responder observaciones' : 'revisar'}`}
        </Pill>
      }
      facts={project.code}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}

import { IconCashBanknote } from '@tabler/icons-react';
import { formatCount } from '../../../domain/text/format.ts';
import { paths } from '../../../web/routing/paths.ts';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../web/ui/work-lines.tsx';
import type { WaitingRefunds } from '../waiting/contract.ts';

/** Refunds of a project among what waits for somebody. */
export function RefundLine({ waiting }: { waiting: WaitingRefunds }) {
  const { project, count, isReturned, since, due, overdue } = waiting;
  const turn = { people: [], office: false, since, due, overdue, mine: true, next: null };
  return (
    <WorkLine
      href={paths.project(project.kind, project.id, { tab: 'spending' })}
      title={project.title}
      mark={
        <Pill icon={IconCashBanknote} tone="attention">
          {`${formatCount(count, 'reintegro', 'reintegros')} por ${isReturned ? 'corregir' : 'aceptar'}`}
        </Pill>
      }
      facts={project.code}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}

import { IconArrowsExchange } from '@tabler/icons-react';
import { changeLabel } from '../../../domain/access/change-requests.ts';
import { paths } from '../../../web/routing/paths.ts';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../web/ui/work-lines.tsx';
import type { WaitingChange } from '../contract.ts';

/** A requested change among what waits for somebody. */
export function ChangeLine({ change }: { change: WaitingChange }) {
  const { project, section, author, createdAt, due, overdue } = change;
  const turn = { people: [], office: false, since: createdAt, due, overdue, mine: true, next: null };
  return (
    <WorkLine
      href={paths.project(project.kind, project.id, { tab: 'changes' })}
      title={project.title}
      mark={
        <Pill icon={IconArrowsExchange} tone="attention">
          Cambio pedido: {changeLabel(section)}
        </Pill>
      }
      facts={`${project.code} · lo pide ${author.name}`}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}

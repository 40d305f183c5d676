import { IconRulerMeasure } from '@tabler/icons-react';
import { paths } from '../../../web/routing/paths.ts';
import { Pill } from '../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../web/ui/work-lines.tsx';
import type { WaitingMeasurements } from '../waiting/contract.ts';

/** Measurements of a project among what waits for somebody. */
export function MeasurementLine({ waiting }: { waiting: WaitingMeasurements }) {
  const { project, count, since, due, overdue } = waiting;
  const turn = { people: [], office: false, since, due, overdue, mine: true, next: null };
  return (
    <WorkLine
      href={paths.project(project.kind, project.id, { tab: 'execution' })}
      title={project.title}
      mark={
        <Pill icon={IconRulerMeasure} tone="attention">
          {count === 1 ? '1 medición por aceptar' : `${count} mediciones por aceptar`}
        </Pill>
      }
      facts={project.code}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}

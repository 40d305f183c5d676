import { IconChecklist } from '@tabler/icons-react';
import { formatCount } from '../../../../domain/text/format.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { Pill } from '../../../../web/ui/status/pill.tsx';
import { WhoseTurn } from '../../../../web/ui/status/whose-turn.tsx';
import { WorkLine } from '../../../../web/ui/work-lines.tsx';
import type { OwnRound } from '../../preferences/contract.ts';

/** A call that asks for preferences, among what waits for somebody. */
export function RoundLine({ round }: { round: OwnRound }) {
  const { call, openedAt, until, answered, total } = round;
  const turn = {
    people: [],
    office: false,
    since: openedAt,
    due: until,
    overdue: false,
    mine: true,
    next: null,
  };
  return (
    <WorkLine
      href={paths.preferences(call.id)}
      title={call.name}
      mark={
        <Pill icon={IconChecklist} tone="attention">
          Di qué quieres evaluar
        </Pill>
      }
      facts={`${answered} de ${formatCount(total, 'propuesta respondida', 'propuestas respondidas')}`}
      turn={<WhoseTurn turn={turn} />}
    />
  );
}

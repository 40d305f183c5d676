import { drawBars } from '../../../../domain/drawings/bars.ts';
import { participantBars } from '../../../../domain/kinds/charts/participants.ts';
import type { Participants } from '../../../../domain/sections/participants.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import { useScope } from '../scope.tsx';

/** People by group, as they are typed; `counted` once the project has begun. */
export function ParticipantsChart({ counted }: { counted: boolean }) {
  const data = participantBars(useScope().values as Partial<Participants>, counted);
  const title = `Personas esperadas${counted ? ' y reales' : ''} por grupo`;
  return data && <Figure title={title} draw={sheet => drawBars(data, sheet)} />;
}

import {
  IconBan,
  IconCircleCheck,
  IconMailQuestion,
  IconPencil,
  IconUserOff,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReviewState } from '../../../../domain/calls/review-states.ts';
import { Pill, type Tone } from '../../../../web/ui/status/pill.tsx';

const LOOKS: Record<ReviewState, { label: string; icon: TablerIcon; tone: Tone }> = {
  invited: { label: 'Invitado', icon: IconMailQuestion, tone: 'attention' },
  accepted: { label: 'En curso', icon: IconPencil, tone: 'review' },
  confirmed: { label: 'Confirmada', icon: IconCircleCheck, tone: 'good' },
  declined: { label: 'Rechazada', icon: IconX, tone: 'quiet' },
  conflict: { label: 'En conflicto', icon: IconBan, tone: 'quiet' },
  replaced: { label: 'Reemplazado', icon: IconUserOff, tone: 'quiet' },
};

export const stateLabel = (state: ReviewState) => LOOKS[state].label;

export function ReviewStatePill({ state }: { state: ReviewState }) {
  const { label, icon, tone } = LOOKS[state];
  return (
    <Pill icon={icon} tone={tone}>
      {label}
    </Pill>
  );
}

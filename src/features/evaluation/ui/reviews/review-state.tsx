import {
  IconBan,
  IconCircleCheck,
  IconMailQuestion,
  IconPencil,
  IconUserOff,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import { REVIEW_STATE_LABELS, type ReviewState } from '../../../../domain/calls/review-states.ts';
import { Pill, type Tone } from '../../../../web/ui/status/pill.tsx';

const LOOKS: Record<ReviewState, { icon: TablerIcon; tone: Tone }> = {
  invited: { icon: IconMailQuestion, tone: 'attention' },
  accepted: { icon: IconPencil, tone: 'review' },
  confirmed: { icon: IconCircleCheck, tone: 'good' },
  declined: { icon: IconX, tone: 'quiet' },
  conflict: { icon: IconBan, tone: 'quiet' },
  replaced: { icon: IconUserOff, tone: 'quiet' },
};

export function ReviewStatePill({ state }: { state: ReviewState }) {
  const { icon, tone } = LOOKS[state];
  return (
    <Pill icon={icon} tone={tone}>
      {REVIEW_STATE_LABELS[state]}
    </Pill>
  );
}

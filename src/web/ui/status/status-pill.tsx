import {
  IconArchive,
  IconArrowBackUp,
  IconBan,
  IconCircleCheck,
  IconCircleX,
  IconClipboardCheck,
  IconFileReport,
  IconGavel,
  IconHourglass,
  IconListCheck,
  IconPencil,
  IconPlayerPause,
  IconProgress,
  IconStar,
  type TablerIcon,
} from '@tabler/icons-react';
import {
  isReportReturned,
  type Status,
  type SubStep,
  standingLabel,
} from '../../../domain/kinds/statuses.ts';
import { Pill, type Tone } from './pill.tsx';

const LOOKS: Record<Status, { icon: TablerIcon; tone: Tone }> = {
  draft: { icon: IconPencil, tone: 'quiet' },
  director_review: { icon: IconListCheck, tone: 'review' },
  dean_review: { icon: IconListCheck, tone: 'review' },
  admissibility: { icon: IconClipboardCheck, tone: 'review' },
  evaluation: { icon: IconStar, tone: 'review' },
  resolution: { icon: IconGavel, tone: 'review' },
  returned: { icon: IconArrowBackUp, tone: 'attention' },
  waitlisted: { icon: IconHourglass, tone: 'attention' },
  approved: { icon: IconCircleCheck, tone: 'good' },
  running: { icon: IconProgress, tone: 'good' },
  suspended: { icon: IconPlayerPause, tone: 'attention' },
  final_report: { icon: IconFileReport, tone: 'review' },
  closed: { icon: IconArchive, tone: 'quiet' },
  rejected: { icon: IconCircleX, tone: 'bad' },
  not_awarded: { icon: IconCircleX, tone: 'bad' },
  withdrawn: { icon: IconBan, tone: 'quiet' },
  cancelled: { icon: IconBan, tone: 'quiet' },
};

/** Status of a project: icon and word. */
export function StatusPill({ status, subStep = null }: { status: Status; subStep?: SubStep | null }) {
  const standing = { status, subStep };
  // What was sent back looks the same, be it a proposal or a report.
  const { icon, tone } = LOOKS[isReportReturned(standing) ? 'returned' : status];
  return (
    <Pill icon={icon} tone={tone}>
      {standingLabel(standing)}
    </Pill>
  );
}

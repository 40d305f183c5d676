import { IconArrowBackUp, IconCheck, IconHourglass, IconPencil, type TablerIcon } from '@tabler/icons-react';
import { REPORT_LABELS, type ReportState } from '../../../domain/reports/report-states.ts';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';

const LOOKS: Readonly<Record<ReportState, { icon: TablerIcon; tone: Tone }>> = {
  draft: { icon: IconPencil, tone: 'quiet' },
  submitted: { icon: IconHourglass, tone: 'review' },
  returned: { icon: IconArrowBackUp, tone: 'attention' },
  accepted: { icon: IconCheck, tone: 'good' },
};

export const ReportPill = ({ state }: { state: ReportState }) => (
  <Pill {...LOOKS[state]}>{REPORT_LABELS[state]}</Pill>
);

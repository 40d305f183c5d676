import { IconArrowBackUp, IconCheck, IconHourglass, type TablerIcon } from '@tabler/icons-react';
import { STATEMENT_LABELS, type StatementState } from '../../../domain/spending/expense-states.ts';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';

const LOOKS: Readonly<Record<StatementState, { icon: TablerIcon; tone: Tone }>> = {
  submitted: { icon: IconHourglass, tone: 'review' },
  returned: { icon: IconArrowBackUp, tone: 'attention' },
  approved: { icon: IconCheck, tone: 'good' },
};

export const StatementPill = ({ state }: { state: StatementState }) => (
  <Pill {...LOOKS[state]}>{STATEMENT_LABELS[state]}</Pill>
);

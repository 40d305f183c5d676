import { IconAlertTriangle, IconArchive, IconCheck, IconClock, type TablerIcon } from '@tabler/icons-react';
import { MAIL_STATES } from '../../../domain/notices/mail-states.ts';
import { MAIL_TEMPLATE_INFO, MAIL_TEMPLATES } from '../../../domain/notices/mail-texts.ts';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import type { MailRow } from '../contract.ts';

type State = MailRow['state'];

const LOOKS: Record<State, { icon: TablerIcon; tone: Tone }> = {
  pending: { icon: IconClock, tone: 'review' },
  sent: { icon: IconCheck, tone: 'good' },
  failed: { icon: IconAlertTriangle, tone: 'bad' },
  kept: { icon: IconArchive, tone: 'quiet' },
};

export const stateLabel = (state: State): string => MAIL_STATES[state];
export const STATE_OPTIONS = Object.entries(MAIL_STATES).map(([value, label]) => ({ value, label }));

export function MailState({ state }: { state: State }) {
  return <Pill {...LOOKS[state]}>{stateLabel(state)}</Pill>;
}

export const TYPE_OPTIONS = MAIL_TEMPLATES.map(value => ({ value, label: MAIL_TEMPLATE_INFO[value].label }));
export const typeLabel = (type: string): string => TYPE_OPTIONS.find(t => t.value === type)?.label ?? type;

import { IconAlertTriangle, IconArchive, IconCheck, IconClock, type TablerIcon } from '@tabler/icons-react';
import { MAIL_TEMPLATE_INFO, MAIL_TEMPLATES } from '../../../domain/notices/mail-texts.ts';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import { MAIL_STATES, type MailRow } from '../contract.ts';

type State = MailRow['state'];

const LOOKS: Record<State, { icon: TablerIcon; tone: Tone }> = {
  pending: { icon: IconClock, tone: 'review' },
  sent: { icon: IconCheck, tone: 'good' },
  failed: { icon: IconAlertTriangle, tone: 'bad' },
  kept: { icon: IconArchive, tone: 'quiet' },
};

export const stateLabel = (state: State): string => MAIL_STATES.find(s => s.value === state)?.label ?? state;

export function MailState({ state }: { state: State }) {
  return <Pill {...LOOKS[state]}>{stateLabel(state)}</Pill>;
}

export const TYPE_OPTIONS = MAIL_TEMPLATES.map(value => ({ value, label: MAIL_TEMPLATE_INFO[value].label }));
export const typeLabel = (type: string): string => TYPE_OPTIONS.find(t => t.value === type)?.label ?? type;

import { IconAlertTriangle, IconArchive, IconCheck, IconClock, type TablerIcon } from '@tabler/icons-react';
import { optionsOf } from '../../../domain/kit/look-up.ts';
import { MAIL_STATES } from '../../../domain/notices/mail-states.ts';
import { MAIL_TYPES } from '../../../domain/notices/mail-texts.ts';
import { labelIn } from '../../../domain/text/format.ts';
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
export const STATE_OPTIONS = optionsOf(MAIL_STATES);

export function MailState({ state }: { state: State }) {
  return <Pill {...LOOKS[state]}>{stateLabel(state)}</Pill>;
}

export const typeLabel = (type: string): string => labelIn(MAIL_TYPES, type) || 'Otro';

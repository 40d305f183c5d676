import {
  IconChartBar,
  IconHourglass,
  IconPencil,
  IconSpeakerphone,
  type TablerIcon,
} from '@tabler/icons-react';
import { daysBetween, endOfDay, localDay } from '../../../domain/kit/calendar.ts';
import { AUDIENCES, isDraft, isOpen, WAVE_STATES, type WaveState } from '../../../domain/surveys/waves.ts';
import { formatCount, formatDue, formatNumber, labelIn } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import type { WaveRow } from '../contract.ts';

const LOOKS: Record<WaveState, { icon: TablerIcon; tone: Tone }> = {
  draft: { icon: IconPencil, tone: 'quiet' },
  open: { icon: IconSpeakerphone, tone: 'review' },
  closed: { icon: IconHourglass, tone: 'attention' },
  ready: { icon: IconChartBar, tone: 'good' },
};

export const stateLabel = ({ state }: Pick<WaveRow, 'state'>): string => labelIn(WAVE_STATES, state);
export const audienceLabel = ({ audience }: Pick<WaveRow, 'audience'>): string =>
  labelIn(AUDIENCES, audience);

export function WavePill({ state }: Pick<WaveRow, 'state'>) {
  const { icon, tone } = LOOKS[state];
  return (
    <Pill icon={icon} tone={tone}>
      {stateLabel({ state })}
    </Pill>
  );
}

/** Days ahead in which a last day is also said in words. */
const NEAR = 13;

/** How soon it ends, while that is near: `vence mañana`. */
export function dueWords({ state, lastDay }: Pick<WaveRow, 'state' | 'lastDay'>): string | null {
  const now = new Date();
  if (!isOpen(state) || daysBetween(localDay(now), lastDay) > NEAR) return null;
  return formatDue(endOfDay(lastDay), now);
}

export const lastDayWords = (wave: Pick<WaveRow, 'state' | 'lastDay'>): string =>
  [formatDay(wave.lastDay), dueWords(wave)].filter(Boolean).join(', ');

/** How many answered, of how many where they were asked by name: `12 de 40`. By a code more may answer than were asked. */
export function answerWords({ state, answers, invited }: Pick<WaveRow, 'state' | 'answers' | 'invited'>) {
  if (isDraft(state)) return '';
  const isShare = invited > 0 && answers <= invited;
  return isShare ? `${formatNumber(answers)} de ${formatNumber(invited)}` : formatNumber(answers);
}

export const people = (n: number): string => formatCount(n, 'persona', 'personas');

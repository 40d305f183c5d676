import {
  IconAlertTriangle,
  IconArchive,
  IconCalendarClock,
  IconCircleCheck,
  IconHourglass,
  type TablerIcon,
} from '@tabler/icons-react';
import {
  AGREEMENT_KINDS,
  AGREEMENT_STATES,
  type AgreementState,
  LACKS,
} from '../../../domain/catalogues/agreements.ts';
import { formatList, labelIn, lowerFirst } from '../../../domain/text/format.ts';
import { formatDay } from '../../../web/dates.ts';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import type { Agreement } from '../contract.ts';
import classes from './agreements.module.css';

const LOOKS: Record<AgreementState, { icon: TablerIcon; tone: Tone }> = {
  future: { icon: IconCalendarClock, tone: 'quiet' },
  current: { icon: IconCircleCheck, tone: 'good' },
  ending: { icon: IconHourglass, tone: 'attention' },
  ended: { icon: IconArchive, tone: 'quiet' },
};

export const stateLabel = (state: AgreementState): string => labelIn(AGREEMENT_STATES, state);
export const kindLabel = ({ kind }: Agreement): string => labelIn(AGREEMENT_KINDS, kind);

export function AgreementPill({ state }: { state: AgreementState }) {
  const { icon, tone } = LOOKS[state];
  return (
    <Pill icon={icon} tone={tone}>
      {stateLabel(state)}
    </Pill>
  );
}

/** From when to when it holds, in words. */
export function periodOf({ startsOn, endsOn }: Pick<Agreement, 'startsOn' | 'endsOn'>): string {
  if (startsOn && endsOn) return `${formatDay(startsOn)} al ${formatDay(endsOn)}`;
  if (startsOn) return `Desde el ${formatDay(startsOn)}, sin término`;
  return endsOn ? `Hasta el ${formatDay(endsOn)}` : 'Sin fechas';
}

export const lackWords = ({ lacks }: Agreement): string =>
  formatList(
    lacks.map(lack => labelIn(LACKS, lack)).map((words, n) => (n === 0 ? words : lowerFirst(words))),
  );

/** What it lacks, as icon and words; a dash when that is nothing. */
export function Lacking({ agreement }: { agreement: Agreement }) {
  if (agreement.lacks.length === 0) return '–';
  return (
    <span className={classes.lacks}>
      <IconAlertTriangle size={16} aria-hidden />
      {lackWords(agreement)}
    </span>
  );
}

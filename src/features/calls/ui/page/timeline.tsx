import { IconCircle, IconCircleCheck, IconMapPinFilled, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CALL_STATES } from '../../../../domain/calls/calls.ts';
import { type Milestone, milestonesOf } from '../../../../domain/calls/shown/milestones.ts';
import { daysBetween } from '../../../../domain/kit/calendar.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import { dayOf } from '../../../../web/dates.ts';
import { DateTime } from '../../../../web/ui/format.tsx';
import type { CallDetail } from '../../contract.ts';
import classes from './timeline.module.css';

const ICONS: Record<'past' | 'now' | 'coming', TablerIcon> = {
  past: IconCircleCheck,
  now: IconMapPinFilled,
  coming: IconCircle,
};

function Entry({ time, children }: { time: keyof typeof ICONS; children: ReactNode }) {
  const Icon = ICONS[time];
  return (
    <li data-time={time} aria-current={time === 'now' ? 'date' : undefined}>
      <Icon size={20} aria-hidden />
      <div>{children}</div>
    </li>
  );
}

const hasTime = (at: string) => at.includes('T');

function Dated({ milestone, left }: { milestone: Milestone; left?: string }) {
  const { label, at, note, isPast } = milestone;
  return (
    <Entry time={isPast ? 'past' : 'coming'}>
      <span className={classes.name}>{label}</span>
      <DateTime value={at} withTime={hasTime(at)} />
      {isPast && <span className="visually-hidden"> (ya pasó)</span>}
      {left && <span> · {left}</span>}
      {note && <span className={classes.note}>{note}</span>}
    </Entry>
  );
}

/** Until a day to come, by the calendar. */
function daysLeft(today: string, at: string): string {
  const days = daysBetween(today, dayOf(at));
  if (days <= 0) return 'es hoy';
  return `${days === 1 ? 'falta' : 'faltan'} ${formatCount(days, 'día', 'días')}`;
}

/** The dates of a call from the first to the last, with today between what is over and what comes. */
export function Timeline({ call }: { call: CallDetail }) {
  const all = milestonesOf(call, new Date(call.now));
  if (all.length === 0) return null;
  const today = dayOf(call.now);
  const coming = all.filter(milestone => !milestone.isPast);
  return (
    <section aria-labelledby="call-dates">
      <h2 id="call-dates">Fechas</h2>
      <ol className={classes.timeline}>
        {all
          .filter(milestone => milestone.isPast)
          .map(milestone => (
            <Dated key={milestone.label} milestone={milestone} />
          ))}
        <Entry time="now">
          Hoy, <DateTime value={today} />: {CALL_STATES[call.state].toLowerCase()}
        </Entry>
        {coming.map((milestone, place) => (
          <Dated
            key={milestone.label}
            milestone={milestone}
            {...(place === 0 && { left: daysLeft(today, milestone.at) })}
          />
        ))}
      </ol>
    </section>
  );
}

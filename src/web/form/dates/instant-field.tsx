import { instantAt } from '../../../domain/kit/calendar.ts';
import { RULES } from '../../../domain/text/rule-messages.ts';
import { dayOf, formatTime } from '../../dates.ts';
import { t } from '../../i18n/i18n.ts';
import { type CommonProps, useField } from '../form.tsx';
import { DayInput } from './date-field.tsx';
import classes from './instant-field.module.css';
import { parseTime } from './parse-time.ts';
import { TimeInput } from './time-input.tsx';

interface InstantProps extends CommonProps {
  label: string;
  /** Time of day that a day gets until another is typed. */
  time?: string;
}

/**
 * Day and time of an instant. A time that is none is kept behind its day, `2027-01-15 25:00`: no schema takes that for an
 * instant, so nothing is stored before it is mended.
 */
function partsOf(value: unknown, usual: string) {
  if (typeof value !== 'string' || value === '') return { day: null, time: usual };
  const [day = '', wrong] = value.split(' ');
  if (wrong !== undefined) return { day, time: value.slice(day.length + 1) };
  return { day: dayOf(value), time: formatTime(value) };
}

const instantOf = (day: string, time: string) =>
  parseTime(time) === time ? instantAt(day, time).toISOString() : `${day} ${time}`;

/** Day and time by the clock of Chile; the value is an ISO instant, empty is `null`. */
export function InstantField({ time: usual = '23:59', ...props }: InstantProps) {
  const { value, onChange, input } = useField({ placeholder: t('form.datePlaceholder'), ...props });
  const { day, time } = partsOf(value, usual);
  const isWrong = parseTime(time) !== time;
  return (
    <div className={classes.field}>
      <DayInput
        {...input}
        error={!isWrong && input.error}
        value={day}
        onChange={next => onChange(next && instantOf(next, time))}
      />
      <TimeInput
        aria-label={t('form.timeOf', { field: props.label })}
        value={time}
        error={isWrong && input.error && RULES.time}
        disabled={input.disabled || !day}
        // Emptied, it keeps the time it had.
        onChange={next => day && next && onChange(instantOf(day, next))}
        onBlur={input.onBlur}
      />
    </div>
  );
}

import { TextInput } from '@mantine/core';
import { instantAt } from '../../../domain/kit/calendar.ts';
import { dayOf, formatTime } from '../../dates.ts';
import { t } from '../../i18n/i18n.ts';
import { type CommonProps, useField } from '../form.tsx';
import { DayInput } from './date-field.tsx';
import classes from './instant-field.module.css';

interface InstantProps extends CommonProps {
  label: string;
  /** Time of day that a day gets until another is typed. */
  time?: string;
}

/** Day and time by the clock of Chile; the value is an ISO instant, empty is `null`. */
export function InstantField({ time: usual = '23:59', ...props }: InstantProps) {
  const { value, onChange, input } = useField({ placeholder: t('form.datePlaceholder'), ...props });
  const stored = typeof value === 'string' && value ? value : null;
  const time = stored ? formatTime(stored) : usual;
  const set = (day: string | null, at: string) => onChange(day && instantAt(day, at).toISOString());
  return (
    <div className={classes.field}>
      <DayInput {...input} value={stored && dayOf(stored)} onChange={day => set(day, time)} />
      <TextInput
        type="time"
        aria-label={t('form.timeOf', { field: props.label })}
        value={time}
        disabled={input.disabled || !stored}
        onChange={event =>
          stored && event.currentTarget.value && set(dayOf(stored), event.currentTarget.value)
        }
        onBlur={input.onBlur}
      />
    </div>
  );
}

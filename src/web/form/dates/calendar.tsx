import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es.js';
import { DatePicker } from '@mantine/dates';
import { t } from '../../i18n/i18n.ts';

const labels = {
  monthLevelControl: t('calendar.chooseMonth'),
  yearLevelControl: t('calendar.chooseYear'),
  nextMonth: t('calendar.nextMonth'),
  previousMonth: t('calendar.previousMonth'),
  nextYear: t('calendar.nextYear'),
  previousYear: t('calendar.previousYear'),
  nextDecade: t('calendar.nextDecade'),
  previousDecade: t('calendar.previousDecade'),
};

interface CalendarProps {
  /** `yyyy-mm-dd` */
  value: string | null;
  onChange: (value: string | null) => void;
  min?: string | undefined;
  max?: string | undefined;
}

/** A month to pick a day from. A tenth of a screen's script, so it comes when somebody first opens one. */
export function Calendar({ value, onChange, min, max }: CalendarProps) {
  return (
    <DatePicker
      value={value}
      onChange={onChange}
      locale="es"
      firstDayOfWeek={1}
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={labels}
      // The focus stays in the input, where the day can be typed.
      onMouseDown={event => event.preventDefault()}
      {...(value ? { defaultDate: value } : {})}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
    />
  );
}

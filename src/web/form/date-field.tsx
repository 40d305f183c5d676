import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/es.js';
import { DateInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { parseDay } from '../dates.ts';
import { t } from '../i18n/i18n.ts';
import { LAYERS } from '../theme/theme.ts';
import { type CommonProps, useField } from './form.tsx';

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

interface DateProps extends CommonProps {
  /** First and last day allowed, `yyyy-mm-dd`. */
  min?: string;
  max?: string;
}

/** A day, typed as `dd-mm-aaaa` or picked; the value is `yyyy-mm-dd`, empty is `null`. */
export function DateField({ min, max, ...props }: DateProps) {
  const { value, onChange, input } = useField({ placeholder: t('form.datePlaceholder'), ...props });
  return (
    <DateInput
      {...input}
      value={typeof value === 'string' && value ? value : null}
      onChange={onChange}
      dateParser={parseDay}
      valueFormat="DD-MM-YYYY"
      locale="es"
      firstDayOfWeek={1}
      weekendDays={[]}
      clearable={!input.withAsterisk}
      clearButtonProps={{ 'aria-label': t('form.clearField') }}
      rightSection={<IconCalendar size={16} aria-hidden />}
      rightSectionPointerEvents="none"
      hideOutsideDates
      ariaLabels={labels}
      popoverProps={{ zIndex: LAYERS.menu, withinPortal: false }}
      {...(min ? { minDate: min } : {})}
      {...(max ? { maxDate: max } : {})}
    />
  );
}

import { Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { formatDay, parseDay } from '../../dates.ts';
import { t } from '../../i18n/i18n.ts';
import { lazyPart } from '../../routing/lazy-page.ts';
import { LAYERS } from '../../theme/theme.ts';
import { type CommonProps, useField } from '../form.tsx';

const Calendar = lazyPart(() => import('./calendar.tsx'), 'Calendar');

interface DateProps extends CommonProps {
  min?: string | undefined;
  max?: string | undefined;
}

/** What is being typed; what is no date goes back to the stored day on leaving. */
function useTyped(value: unknown, onChange: (value: string | null) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const day = typeof value === 'string' && value ? value : null;
  const type = (text: string) => {
    setTyped(text);
    const parsed = parseDay(text);
    if (parsed || text.trim() === '') onChange(parsed);
  };
  return { day, shown: typed ?? (day ? formatDay(day) : ''), type, leave: () => setTyped(null) };
}

interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: unknown;
  onChange: (day: string | null) => void;
  /** First and last day allowed, `yyyy-mm-dd`. */
  min?: string | undefined;
  max?: string | undefined;
}

/** A day, typed as `dd-mm-aaaa` or picked; the value is `yyyy-mm-dd`, empty is `null`. */
export function DayInput({ value, onChange, min, max, onBlur, ...input }: DayInputProps) {
  const { day, shown, type, leave } = useTyped(value, onChange);
  const [open, setOpen] = useState(false);
  const pick = (next: string | null) => {
    leave();
    onChange(next);
    setOpen(false);
  };
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      shadow="sm"
      zIndex={LAYERS.menu}
      withinPortal={false}
      withRoles={false}
      trapFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <TextInput
          placeholder={t('form.datePlaceholder')}
          data-opens-on-focus
          {...input}
          value={shown}
          onChange={event => type(event.currentTarget.value)}
          onFocus={() => setOpen(true)}
          onClick={() => setOpen(true)}
          onBlur={event => {
            leave();
            setOpen(false);
            onBlur?.(event);
          }}
          onKeyDown={event => event.key === 'Enter' && setOpen(false)}
          autoComplete="off"
          rightSection={<IconCalendar size={16} aria-hidden />}
          rightSectionPointerEvents="none"
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton w={252} h={262} />}>
          <Calendar value={day} onChange={pick} min={min} max={max} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

export function DateField({ min, max, ...props }: DateProps) {
  const { value, onChange, input } = useField({ placeholder: t('form.datePlaceholder'), ...props });
  return <DayInput {...input} value={value} onChange={onChange} min={min} max={max} />;
}

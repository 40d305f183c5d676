import { NativeSelect, Skeleton, Stack, Switch, Text } from '@mantine/core';
import {
  MAIL_TIMING_LABELS,
  MAIL_TIMINGS,
  NOTICE_INFO,
  type NoticePreference,
} from '../../../domain/notices/notice-types.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { NOTICE_ICONS } from './look.tsx';
import classes from './preferences.module.css';
import { usePreferences } from './use-preferences.tsx';

const TIMINGS = MAIL_TIMINGS.map(value => ({ value, label: MAIL_TIMING_LABELS[value] }));

/** What the reader is told of, and how; every change is saved by itself. */
export function Preferences() {
  const { preferences, error, retry, change, saved } = usePreferences();
  if (error && !preferences) return <ErrorState error={error} onRetry={retry} />;
  if (!preferences)
    return (
      <Stack maw="48rem" aria-busy>
        <Skeleton h={56} />
        <Skeleton h={56} />
        <Skeleton h={56} />
      </Stack>
    );
  return (
    <div className={classes.page}>
      <Text size="sm" c="dimmed">
        Elige cómo te avisamos. El resumen diario llega por la mañana con todo lo que pasó desde el anterior.
        Cada cambio se guarda al momento.
      </Text>
      <Text size="sm" c="dimmed" role="status" className={classes.saved}>
        {saved}
      </Text>
      <ul className={classes.rows}>
        {preferences.map(preference => (
          <Row key={preference.type} preference={preference} onChange={change} />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  preference: NoticePreference;
  onChange: (changed: NoticePreference) => Promise<void>;
}

function Row({ preference, onChange }: RowProps) {
  const { type, inApp, mail } = preference;
  const { label, help } = NOTICE_INFO[type];
  const Icon = NOTICE_ICONS[type];
  return (
    <li className={classes.row}>
      <Icon size={20} aria-hidden className={classes.icon} />
      <div>
        <Text fw={600}>{label}</Text>
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      </div>
      <Switch
        label="En la aplicación"
        aria-label={`${label}: en la aplicación`}
        checked={inApp}
        onChange={event => void onChange({ ...preference, inApp: event.currentTarget.checked })}
      />
      <NativeSelect
        label="Por correo"
        aria-label={`${label}: por correo`}
        data={TIMINGS}
        value={mail}
        onChange={event => {
          const chosen = event.currentTarget.value as NoticePreference['mail'];
          void onChange({ ...preference, mail: chosen });
        }}
      />
    </li>
  );
}

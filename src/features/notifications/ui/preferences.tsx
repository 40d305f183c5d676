import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  MAIL_TIMING_LABELS,
  MAIL_TIMINGS,
  NOTICE_INFO,
  type NoticePreference,
} from '../../../domain/notices/notice-types.ts';
import { request } from '../../../web/api.ts';
import { SavedSwitch } from '../../../web/form/choices/saved-switch.tsx';
import { messageOf } from '../../../web/problem-error.ts';
import { keyOf, useRead } from '../../../web/query.ts';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { getPreferences, putPreferences } from '../contract.ts';
import { NOTICE_ICONS } from './look.tsx';
import classes from './preferences.module.css';

const TIMINGS = MAIL_TIMINGS.map(value => ({ value, label: MAIL_TIMING_LABELS[value] }));

/** What the reader is told of, and how; every change is saved by itself. */
export function Preferences() {
  const client = useQueryClient();
  const { data, error, refetch } = useRead(getPreferences, {});
  const [saved, setSaved] = useState('');
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Stack maw="48rem" aria-busy>
        <Skeleton h={56} />
        <Skeleton h={56} />
        <Skeleton h={56} />
      </Stack>
    );
  const save = async (changed: NoticePreference) => {
    const key = keyOf(getPreferences, {});
    setSaved('Guardando…');
    client.setQueryData(
      key,
      data.map(each => (each.type === changed.type ? changed : each)),
    );
    try {
      client.setQueryData(key, await request(putPreferences, { body: [changed] }));
      setSaved('Guardado.');
    } catch (failure) {
      client.setQueryData(key, data);
      setSaved('');
      toasts.error(asHtml(messageOf(failure)));
    }
  };
  return (
    <div className={classes.page}>
      <Text size="sm" c="dimmed">
        Elige cómo te avisamos. El resumen diario llega por la mañana con todo lo que pasó desde el anterior.
        Cada cambio se guarda al momento. <span role="status">{saved}</span>
      </Text>
      <ul className={classes.rows}>
        {data.map(preference => (
          <Row
            key={preference.type}
            preference={preference}
            onChange={change => save({ ...preference, ...change })}
          />
        ))}
      </ul>
    </div>
  );
}

interface RowProps {
  preference: NoticePreference;
  onChange: (change: Partial<NoticePreference>) => Promise<void>;
}

function Row({ preference: { type, inApp, mail }, onChange }: RowProps) {
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
      <SavedSwitch
        label="En la aplicación"
        aria-label={`${label}: en la aplicación`}
        checked={inApp}
        save={wanted => onChange({ inApp: wanted })}
      />
      <NativeSelect
        label="Por correo"
        aria-label={`${label}: por correo`}
        data={TIMINGS}
        value={mail}
        onChange={event => void onChange({ mail: event.currentTarget.value as NoticePreference['mail'] })}
      />
    </li>
  );
}

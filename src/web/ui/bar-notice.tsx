import { Alert } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import type { Bar } from '../../domain/access/part-taking.ts';
import { t } from '../i18n/i18n.ts';

interface BarNoticeProps {
  bar: Bar;
  /** For what is refused here to be described by. */
  id?: string;
  mb?: 'md';
}

/** Why the reader may only read here; the last possible person is told that they will be asked why. */
export function BarNotice({ bar: { reason, last }, ...rest }: BarNoticeProps) {
  return (
    <Alert
      {...rest}
      role="note"
      color={last ? 'orange' : 'gray'}
      icon={<IconUserShield size={20} aria-hidden />}
      title={t(last ? 'lastResort.title' : 'lastResort.readOnly')}
    >
      {reason} {last && t('lastResort.willAsk')}
    </Alert>
  );
}

import { Button } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { t } from '../i18n/i18n.ts';
import { messageOf } from '../problem-error.ts';
import { EmptyState } from './empty-state.tsx';

interface ErrorStateProps {
  /** Words for people; or give the error itself. */
  message?: string;
  error?: unknown;
  onRetry?: () => void;
  headingLevel?: 1 | 2 | 3;
}

/** Something could not be shown, and what can be done about it. */
export function ErrorState({ message, error, onRetry, headingLevel = 2 }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        headingLevel={headingLevel}
        icon={<IconAlertTriangle size={28} color="var(--mantine-color-error)" aria-hidden />}
        title={message ?? (error === undefined ? t('error.load') : messageOf(error))}
        action={
          onRetry && (
            <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry}>
              {t('action.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}

import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../i18n/i18n.ts';
import classes from './data-list.module.css';

export function BulkBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children: ReactNode;
}) {
  return (
    <div className={classes.bulk} role="status">
      <CloseButton size="sm" aria-label={t('list.clearSelection')} onClick={onClear} />
      <strong>{t('list.selected', { count })}</strong>
      {children}
    </div>
  );
}

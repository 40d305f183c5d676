import { IconCircleCheck, IconCircleOff } from '@tabler/icons-react';
import { formatInstant } from '../dates.ts';
import { t } from '../i18n/i18n.ts';
import type { Column } from '../table/columns.ts';
import { SelectFilter } from '../table/filters.tsx';
import { Pill } from '../ui/status/pill.tsx';

export function ActivePill({ active }: { active: boolean }) {
  return active ? (
    <Pill icon={IconCircleCheck} tone="good">
      {t('catalogue.active')}
    </Pill>
  ) : (
    <Pill icon={IconCircleOff} tone="quiet">
      {t('catalogue.inactive')}
    </Pill>
  );
}

export const ActiveFilter = () => (
  <SelectFilter
    name="state"
    label={t('catalogue.state')}
    options={[
      { value: 'active', label: t('catalogue.active') },
      { value: 'inactive', label: t('catalogue.inactive') },
    ]}
  />
);

export const activeColumn: Column<{ active: boolean }> = {
  key: 'active',
  title: t('catalogue.state'),
  value: row => row.active,
  render: row => <ActivePill active={row.active} />,
  width: '7rem',
};

interface Changed {
  updatedAt: string;
  updatedBy: string | null;
}

/** Who changed a row last and when. */
export const changedColumn: Column<Changed> = {
  key: 'updated',
  title: t('catalogue.changed'),
  value: row => [formatInstant(row.updatedAt), row.updatedBy].filter(Boolean).join(', '),
  sort: 'updatedAt',
  notOnPhone: true,
};

export const changedLine = ({ updatedAt, updatedBy }: Changed): string =>
  updatedBy
    ? t('catalogue.changedBy', { when: formatInstant(updatedAt), who: updatedBy })
    : t('catalogue.changedBySystem', { when: formatInstant(updatedAt) });

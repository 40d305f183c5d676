import { Pagination } from '@mantine/core';
import { t } from '../i18n/i18n.ts';

const CONTROLS = {
  previous: 'list.previous',
  next: 'list.next',
  first: 'list.previous',
  last: 'list.next',
} as const;

interface PagesProps {
  total: number;
  value: number;
  onChange: (page: number) => void;
}

/** Leads through the pages of a list; nothing where there is one. */
export const Pages = ({ total, ...props }: PagesProps) =>
  total > 1 && (
    <Pagination
      {...props}
      component="nav"
      aria-label={t('list.pagination')}
      size="sm"
      total={total}
      getItemProps={n => ({ 'aria-label': t('list.page', { n }) })}
      getControlProps={control => ({ 'aria-label': t(CONTROLS[control]) })}
    />
  );

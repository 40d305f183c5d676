import { Group, Text } from '@mantine/core';
import { t } from '../i18n/i18n.ts';
import classes from './data-list.module.css';
import type { ListState } from './list-state.ts';
import { Pages } from './pages.tsx';

export function ListFooter({ list, total }: { list: ListState; total: number }) {
  const size = Number(list.values.size) || 25;
  const page = Number(list.values.page) || 1;
  const from = (page - 1) * size + 1;
  const pages = Math.ceil(total / size);
  return (
    <Group justify="space-between" gap="xs" className={classes.footer}>
      <Text size="xs" c="dimmed" className="figures" role="status">
        {from > total
          ? t('list.rows', { count: total })
          : t('list.range', {
              from,
              to: Math.min(total, from + size - 1),
              total,
            })}
      </Text>
      <Pages total={pages} value={page} onChange={next => list.set({ page: next })} />
    </Group>
  );
}

import { Button, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import type { Column } from '../columns.ts';
import classes from '../data-list.module.css';
import { FiltersScope } from '../filters.tsx';
import type { ListState } from '../list-state.ts';

function SortSelect<R>({ columns, list }: { columns: readonly Column<R>[]; list: ListState }) {
  const options = columns.flatMap(({ title, sort, sortWords }) => {
    if (sort === undefined) return [];
    const [up, down] = sortWords ?? [
      t('list.ascending', { column: title }),
      t('list.descending', { column: title }),
    ];
    return [
      { value: sort, label: up },
      { value: `-${sort}`, label: down },
    ];
  });
  if (options.length === 0) return null;
  return (
    <NativeSelect
      className={classes.onlyPhone}
      aria-label={t('list.order')}
      data={options}
      value={String(list.values.sort ?? '')}
      onChange={event => list.set({ sort: event.currentTarget.value })}
    />
  );
}

interface FiltersProps<R> {
  list: ListState;
  columns: readonly Column<R>[];
  children: ReactNode;
}

/** In a row on a wide screen; on a phone, where the headings to sort by are missing too, behind a button. */
export function Filters<R>({ list, columns, children }: FiltersProps<R>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        className={classes.onlyPhone}
        aria-expanded={open}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        {t('list.filters')}
      </Button>
      <div className={classes.filters} data-open={open || undefined}>
        <FiltersScope value={list}>{children}</FiltersScope>
        <SortSelect columns={columns} list={list} />
      </div>
    </>
  );
}

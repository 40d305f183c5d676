import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconColumns3, IconMinus, IconPlus, IconRestore } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { t } from '../../i18n/i18n.ts';
import classes from '../columns/columns.module.css';
import type { ColumnMemory } from '../columns/use-columns.tsx';
import { shownWidth } from '../columns/widths.ts';
import type { Column } from '../columns.ts';
import type { ListState } from '../list-state.ts';

interface Props<R> {
  columns: readonly Column<R>[];
  shown: readonly Column<R>[];
  list: ListState;
  memory: ColumnMemory;
}

/** Widths without dragging: two steps for each column in sight. */
function WidthItems<R>({ column: { key, title }, memory }: { column: Column<R>; memory: ColumnMemory }) {
  const change = (step: number) => (event: MouseEvent<HTMLElement>) =>
    memory.resize(key, (memory.widths[key] ?? shownWidth(event.currentTarget, key)) + step);
  return (
    <>
      <Menu.Item
        className={classes.step}
        aria-label={t('list.narrower', { column: title })}
        onClick={change(-2)}
      >
        <IconMinus size={14} aria-hidden />
      </Menu.Item>
      <Menu.Item className={classes.step} aria-label={t('list.wider', { column: title })} onClick={change(2)}>
        <IconPlus size={14} aria-hidden />
      </Menu.Item>
    </>
  );
}

/** Which columns are shown, and how wide. */
export function ColumnChooser<R>({ columns, shown, list, memory }: Props<R>) {
  const toggle = (key: string, on: boolean) => {
    const keys = columns.filter(each => (each.key === key ? on : shown.includes(each))).map(each => each.key);
    memory.remember(keys.join(','));
    void list.set({ cols: keys.join(',') }, { replace: true });
  };
  const reset = () => {
    memory.forget();
    void list.set({ cols: null }, { replace: true });
  };
  return (
    <Menu closeOnItemClick={false} position="bottom-end" withinPortal={false}>
      <Menu.Target>
        <Tooltip label={t('list.columns')}>
          <ActionIcon variant="default" size={36} aria-label={t('list.columns')}>
            <IconColumns3 size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown className={classes.chooser}>
        {columns.map((column, index) => (
          <div key={column.key} role="none" className={classes.choice}>
            <Menu.CheckboxItem
              className={classes.name}
              // The first one leads to the row.
              disabled={index === 0}
              checked={shown.includes(column)}
              onChange={on => toggle(column.key, on)}
            >
              {column.title}
            </Menu.CheckboxItem>
            {shown.includes(column) && <WidthItems column={column} memory={memory} />}
          </div>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={reset}>
          {t('list.usualColumns')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Menu } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { t } from '../../i18n/i18n.ts';
import type { ColumnMemory } from '../columns/use-columns.tsx';
import { shownWidth } from '../columns/widths.ts';
import type { Choice, ColumnChooserProps } from '../toolbar/column-chooser.tsx';

/** Widths without dragging: two steps for each column in sight. */
function WidthItems({ column: { key, title }, memory }: { column: Choice; memory: ColumnMemory }) {
  const change = (step: number) => (event: MouseEvent<HTMLElement>) =>
    memory.resize(key, (memory.widths[key] ?? shownWidth(event.currentTarget, key)) + step);
  return (
    <>
      <Menu.Item data-step aria-label={t('list.narrower', { column: title })} onClick={change(-2)}>
        <span aria-hidden>−</span>
      </Menu.Item>
      <Menu.Item data-step aria-label={t('list.wider', { column: title })} onClick={change(2)}>
        <span aria-hidden>+</span>
      </Menu.Item>
    </>
  );
}

/** Every column with its width, and the way back to the usual ones. */
export function ColumnChoices({ columns, shown, list, memory }: ColumnChooserProps) {
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
    <>
      {columns.map((column, index) => (
        <div key={column.key} role="none" data-choice>
          <Menu.CheckboxItem
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
    </>
  );
}

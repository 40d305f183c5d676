import { ActionIcon, Button, Group, Input } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { t } from '../i18n/i18n.ts';
import { useFormScope } from './form.tsx';
import classes from './list-editor.module.css';

interface ListEditorProps<R> {
  /** Path of the list; a row's fields are named `${name}.${index}.…`. */
  name: string;
  label: string;
  description?: ReactNode;
  /** A new row. */
  create: () => R;
  /** What the button adds: "Agregar objetivo". */
  add: string;
  max?: number;
  /** Off where the order says nothing. */
  sortable?: boolean;
  children: (path: string, index: number) => ReactNode;
}

interface RowProps {
  index: number;
  count: number;
  sortable: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
  children: ReactNode;
}

function Row({ index, count, sortable, onMove, onRemove, children }: RowProps) {
  const n = index + 1;
  return (
    <li className={classes.row} data-row={index}>
      <div className={classes.fields}>{children}</div>
      <Group gap={4} wrap="nowrap" className={classes.tools}>
        {sortable && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              data-move="up"
              aria-label={t('form.rowUp', { n })}
              aria-disabled={index === 0 || undefined}
              onClick={() => index > 0 && onMove(index - 1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              data-move="down"
              aria-label={t('form.rowDown', { n })}
              aria-disabled={index === count - 1 || undefined}
              onClick={() => index < count - 1 && onMove(index + 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
          </>
        )}
        <ActionIcon variant="subtle" color="gray" aria-label={t('form.removeRow', { n })} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  );
}

/** Rows that can be added, removed and reordered, also by keyboard: focus goes along with the row moved. */
export function ListEditor<R>(props: ListEditorProps<R>) {
  const { name, label, description, create, add, max = 1000, sortable = true, children } = props;
  const { getValue, setValue, errorOf, disabled } = useFormScope();
  const element = useRef<HTMLUListElement>(null);
  const value = getValue(name);
  const rows: R[] = Array.isArray(value) ? value : [];
  const focusAfter = (selector: string) =>
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>(selector)?.focus());
  const move = (from: number, to: number) => {
    const next = rows.toSpliced(from, 1);
    setValue(name, next.toSpliced(to, 0, rows[from] as R));
    focusAfter(`[data-row="${to}"] [data-move="${to < from ? 'up' : 'down'}"]`);
  };
  const remove = (index: number) => {
    setValue(name, rows.toSpliced(index, 1));
    focusAfter(`[data-row="${Math.min(index, rows.length - 2)}"] button`);
  };
  return (
    <Input.Wrapper label={label} description={description} error={errorOf(name)} labelElement="div">
      <ul ref={element} className={classes.list} aria-label={label}>
        {rows.map((_, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are told apart by their place, all state is in the form
            key={index}
            index={index}
            count={rows.length}
            sortable={sortable && !disabled}
            onMove={to => move(index, to)}
            onRemove={() => remove(index)}
          >
            {children(`${name}.${index}`, index)}
          </Row>
        ))}
      </ul>
      {!disabled && rows.length < max && (
        <Button
          mt="xs"
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            setValue(name, [...rows, create()]);
            focusAfter(`[data-row="${rows.length}"] :is(input, textarea, button)`);
          }}
        >
          {add}
        </Button>
      )}
    </Input.Wrapper>
  );
}

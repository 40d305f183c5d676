import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { RowProps } from './paste-table.tsx';
import type { PastedRow } from './use-judged.tsx';

/** A row of a pasted list: its number, `children` for its cells, the button that takes it away. */
export const MendRow = <R extends PastedRow, E>({
  row: { line },
  errors,
  isRepeated,
  onChange,
  children,
}: RowProps<R, E> & { children: ReactNode }) => (
  <tr data-wrong={errors ? true : undefined}>
    <td>
      {line}
      {isRepeated && <small> repetida</small>}
    </td>
    {children}
    <td>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Quitar la fila ${line}`}
        onClick={() => onChange(line, null)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </td>
  </tr>
);

interface MendTextProps {
  line: number;
  /** Title of its column. */
  label: string;
  value: string;
  error: string | undefined;
  onText: (text: string) => void;
}

/** A text of such a row. */
export const MendText = ({ line, label, value, error, onText }: MendTextProps) => (
  <TextInput
    size="xs"
    aria-label={`${label}, fila ${line}`}
    placeholder={label}
    value={value}
    error={error}
    onChange={event => onText(event.currentTarget.value)}
  />
);

import { Alert, Button, Group, Stack } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { formatCount, formatNumber } from '../../../domain/text/format.ts';
import { messageOf } from '../../problem-error.ts';
import { PasteTable, type RowProps } from './paste-table.tsx';
import type { Judged, PastedRow } from './use-judged.tsx';
import type { Pasted } from './use-pasted.tsx';

interface Props<R, E> {
  pasted: Pasted<R>;
  rows: readonly R[];
  judged: Judged<R, E>;
  /** Titles of the cells between number and button. */
  heads: readonly string[];
  /** A `MendRow` with these cells, in `memo`. */
  row: ComponentType<RowProps<R, E>>;
  isPending: boolean;
  /** Why they could not be added. */
  error: unknown;
  /** Adds the good ones. */
  onAdd: () => void;
  /** What is asked before they are added. */
  children?: ReactNode;
}

/** Rows of a list to be mended; those that are good can be added without waiting for the others. */
export function PastePreview<R extends PastedRow, E>(props: Props<R, E>) {
  const { pasted, rows, judged, heads, row, isPending, error, onAdd, children } = props;
  const good = judged.good.length;
  const wrong = judged.wrong.length;
  return (
    <Stack gap="sm">
      <PasteTable rows={rows} judged={judged} heads={heads} row={row} onRows={pasted.onRows} />
      {Boolean(error) && (
        <Alert color="red" role="alert">
          {messageOf(error)}
        </Alert>
      )}
      {children}
      <Group justify="space-between">
        <Button variant="default" onClick={pasted.onBack}>
          Volver a la lista
        </Button>
        <Button loading={isPending} disabled={good === 0} onClick={onAdd}>
          {wrong === 0
            ? `Agregar ${formatCount(good, 'persona', 'personas')}`
            : `Agregar ${formatNumber(good)} y corregir ${formatNumber(wrong)}`}
        </Button>
      </Group>
    </Stack>
  );
}

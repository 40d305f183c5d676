import { ActionIcon, Group, Select, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import {
  IDENTIFIER_KINDS,
  IDENTIFIER_LABELS,
  type IdentifierKind,
} from '../../../../domain/execution/attendance.ts';
import {
  type RowErrors,
  repeatedRows,
  rowErrors,
  type WrittenPerson,
  type WrittenRow,
} from '../../../../domain/execution/attendance-rows.ts';
import { ATTENDANCE_GROUPS, type AttendanceGroup } from '../../../../domain/execution/people.ts';
import { formatCount } from '../../../../domain/text/format.ts';
import classes from '../attendance.module.css';
import { Pager } from '../pager.tsx';

/** Rows on screen at once. */
const AT_ONCE = 50;

export interface Trouble {
  /** By the number of the row; those without any are left out. */
  readonly errors: ReadonlyMap<number, RowErrors>;
  readonly repeated: ReadonlySet<number>;
}

export const troubleOf = (rows: readonly WrittenRow[]): Trouble => ({
  errors: new Map(
    rows.flatMap((row, n): [number, RowErrors][] => {
      const errors = rowErrors(row);
      return Object.keys(errors).length > 0 ? [[n, errors]] : [];
    }),
  ),
  repeated: repeatedRows(rows),
});

interface Props {
  rows: readonly WrittenRow[];
  trouble: Trouble;
  onRows: (rows: readonly WrittenRow[]) => void;
}

/** What was recognised, every cell to be mended in place. */
export function PasteTable({ rows, trouble, onRows }: Props) {
  const [onlyWrong, setOnlyWrong] = useState(trouble.errors.size > 0);
  const [page, setPage] = useState(1);
  const numbers = rows.map((_, n) => n).filter(n => !onlyWrong || trouble.errors.has(n));
  const last = Math.max(1, Math.ceil(numbers.length / AT_ONCE));
  const at = Math.min(page, last);
  const change = (n: number, part: Partial<WrittenPerson>) =>
    onRows(rows.map((row, k) => (k === n ? { ...row, ...part } : row)));
  return (
    <>
      <Group justify="space-between" gap="xs">
        <span>{summaryOf(rows, trouble)}</span>
        <Switch
          label="Solo las que hay que corregir"
          checked={onlyWrong}
          onChange={event => setOnlyWrong(event.currentTarget.checked)}
        />
      </Group>
      <div className={classes.scroller}>
        <table className={classes.table}>
          <Heads />
          <tbody>
            {numbers.slice((at - 1) * AT_ONCE, at * AT_ONCE).flatMap(n => {
              const row = rows[n];
              return row ? (
                <PersonRow
                  key={row.line}
                  row={row}
                  errors={trouble.errors.get(n) ?? {}}
                  isRepeated={trouble.repeated.has(n)}
                  onChange={part => change(n, part)}
                  onRemove={() => onRows(rows.filter((_, k) => k !== n))}
                />
              ) : (
                []
              );
            })}
          </tbody>
        </table>
      </div>
      <Pager page={at} last={last} onPage={setPage} />
    </>
  );
}

const summaryOf = (rows: readonly WrittenRow[], { errors, repeated }: Trouble): string =>
  [
    formatCount(rows.length, 'persona', 'personas'),
    ...(repeated.size > 0
      ? [`${formatCount(repeated.size, 'fila repetida', 'filas repetidas')}, que cuentan una vez`]
      : []),
    ...(errors.size > 0 ? [`${errors.size} por corregir`] : []),
  ].join(' · ');

const HEADS = ['Fila', 'Nombre', 'Se identifica con', 'Identificación', 'Grupo', 'Adulto que autoriza'];
const Heads = () => (
  <thead>
    <tr>
      {HEADS.map(title => (
        <th key={title} scope="col">
          {title}
        </th>
      ))}
      <th scope="col">
        <span className="visually-hidden">Quitar</span>
      </th>
    </tr>
  </thead>
);

interface RowProps {
  row: WrittenRow;
  errors: RowErrors;
  isRepeated: boolean;
  onChange: (part: Partial<WrittenPerson>) => void;
  onRemove: () => void;
}

const KINDS = IDENTIFIER_KINDS.map(value => ({ value, label: IDENTIFIER_LABELS[value] }));

function PersonRow({ row, errors, isRepeated, onChange, onRemove }: RowProps) {
  const cell = (field: 'name' | 'identifier' | 'guardian', label: string) => (
    <TextInput
      size="xs"
      aria-label={`${label}, fila ${row.line}`}
      value={row[field]}
      error={errors[field]}
      onChange={event => onChange({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <tr data-wrong={Object.keys(errors).length > 0 || undefined}>
      <td>
        {row.line}
        {isRepeated && <small> repetida</small>}
      </td>
      <td>{cell('name', 'Nombre')}</td>
      <td>
        <Select
          size="xs"
          aria-label={`Se identifica con, fila ${row.line}`}
          data={KINDS}
          allowDeselect={false}
          value={row.identifierKind}
          onChange={value => onChange({ identifierKind: (value ?? 'none') as IdentifierKind })}
        />
      </td>
      <td>{cell('identifier', 'Identificación')}</td>
      <td>
        <Select
          size="xs"
          aria-label={`Grupo, fila ${row.line}`}
          data={[...ATTENDANCE_GROUPS]}
          allowDeselect={false}
          value={row.group}
          onChange={value => onChange({ group: (value ?? 'external') as AttendanceGroup })}
        />
      </td>
      <td>{cell('guardian', 'Adulto que autoriza')}</td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Quitar la fila ${row.line}`}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
}

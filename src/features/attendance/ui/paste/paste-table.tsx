import { ActionIcon, Group, NativeSelect, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { memo, useCallback, useRef, useState } from 'react';
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
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import plain from '../../../../web/table/plain-table.module.css';
import classes from '../attendance.module.css';
import { Pager } from '../pager.tsx';

/** Rows on screen at once. */
const AT_ONCE = 50;

type Rows = readonly WrittenRow[];

export interface Trouble {
  /** By line; those without any are left out. */
  readonly errors: ReadonlyMap<number, RowErrors>;
  /** Lines of people who stand further up already. */
  readonly repeated: ReadonlySet<number>;
}

/** Of thousands of rows a letter changes one. */
const judged = new WeakMap<WrittenRow, RowErrors>();
function errorsOf(row: WrittenRow): RowErrors {
  const errors = judged.get(row) ?? rowErrors(row);
  judged.set(row, errors);
  return errors;
}

export const troubleOf = (rows: Rows): Trouble => ({
  errors: new Map(
    rows.flatMap((row): [number, RowErrors][] => {
      const errors = errorsOf(row);
      return Object.keys(errors).length > 0 ? [[row.line, errors]] : [];
    }),
  ),
  repeated: new Set([...repeatedRows(rows)].flatMap(n => rows[n]?.line ?? [])),
});

export const isWrong = ({ errors }: Trouble, { line }: WrittenRow) => errors.has(line);

interface Props {
  rows: Rows;
  trouble: Trouble;
  onRows: (rows: Rows) => void;
}

/**
 * Lines that are to be mended, as they were when they were asked for: somebody mended stays until the last letter is
 * typed. Null shows all.
 */
function useLinesToMend({ errors }: Trouble) {
  const [lines, setLines] = useState<ReadonlySet<number> | null>(
    errors.size > 0 ? new Set(errors.keys()) : null,
  );
  return { lines, show: (only: boolean) => setLines(only ? new Set(errors.keys()) : null) };
}

/** What was recognised, every cell to be mended in place. */
export function PasteTable({ rows, trouble, onRows }: Props) {
  const { lines, show } = useLinesToMend(trouble);
  const [page, setPage] = useState(1);
  const shown = lines ? rows.filter(row => lines.has(row.line)) : rows;
  const last = Math.max(1, Math.ceil(shown.length / AT_ONCE));
  const at = Math.min(page, last);
  const now = useRef({ rows, onRows });
  now.current = { rows, onRows };
  const change = useCallback((line: number, part: Partial<WrittenPerson> | null) => {
    const { rows: all, onRows: set } = now.current;
    set(all.flatMap(row => (row.line !== line ? row : part ? { ...row, ...part } : [])));
  }, []);
  return (
    <>
      <Group justify="space-between" gap="xs">
        <span aria-live="polite">{summaryOf(rows, trouble)}</span>
        <Switch
          label="Solo las que hay que corregir"
          checked={lines !== null}
          onChange={event => show(event.currentTarget.checked)}
        />
      </Group>
      <div className={classes.scroller}>
        <table className={`${plain.table} ${classes.table} ${classes.mend}`}>
          <Heads />
          <tbody>
            {shown.slice((at - 1) * AT_ONCE, at * AT_ONCE).map(row => (
              <PersonRow
                key={row.line}
                row={row}
                errors={trouble.errors.get(row.line)}
                isRepeated={trouble.repeated.has(row.line)}
                onChange={change}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === 0 && <p className={classes.quiet}>No queda ninguna fila por corregir.</p>}
      <Pager page={at} last={last} onPage={setPage} />
    </>
  );
}

const summaryOf = (rows: Rows, { errors, repeated }: Trouble): string =>
  [
    formatCount(rows.length, 'persona', 'personas'),
    ...(repeated.size > 0
      ? [
          `${formatCount(repeated.size, 'fila repetida que no se agrega', 'filas repetidas que no se agregan')}`,
        ]
      : []),
    ...(errors.size > 0 ? [`${formatNumber(errors.size)} por corregir`] : []),
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
  errors: RowErrors | undefined;
  isRepeated: boolean;
  /** Null takes the row away. */
  onChange: (line: number, part: Partial<WrittenPerson> | null) => void;
}

const KINDS = IDENTIFIER_KINDS.map(value => ({ value, label: IDENTIFIER_LABELS[value] }));

/** Drawn again only when it has changed; the browser's own choices, as a hundred of ours would be slow. */
const PersonRow = memo(({ row, errors, isRepeated, onChange }: RowProps) => {
  const change = (part: Partial<WrittenPerson>) => onChange(row.line, part);
  const cell = (field: 'name' | 'identifier' | 'guardian', label: string) => (
    <TextInput
      size="xs"
      aria-label={`${label}, fila ${row.line}`}
      placeholder={label}
      value={row[field]}
      error={errors?.[field]}
      onChange={event => change({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <tr data-wrong={errors ? true : undefined}>
      <td>
        {row.line}
        {isRepeated && <small> repetida</small>}
      </td>
      <td>{cell('name', 'Nombre')}</td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`Se identifica con, fila ${row.line}`}
          data={KINDS}
          value={row.identifierKind}
          onChange={event => change(kindChosen(row, event.currentTarget.value as IdentifierKind))}
        />
      </td>
      <td>{row.identifierKind !== 'none' && cell('identifier', 'Identificación')}</td>
      <td>
        <NativeSelect
          size="xs"
          aria-label={`Grupo, fila ${row.line}`}
          data={[...ATTENDANCE_GROUPS]}
          value={row.group}
          onChange={event => change({ group: event.currentTarget.value as AttendanceGroup })}
        />
      </td>
      <td>{cell('guardian', 'Adulto que autoriza')}</td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Quitar la fila ${row.line}`}
          onClick={() => onChange(row.line, null)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
});

/** Whoever is not identified has no identification left over. */
const kindChosen = (row: WrittenRow, identifierKind: IdentifierKind) => ({
  identifierKind,
  identifier: identifierKind === 'none' ? '' : row.identifier,
});

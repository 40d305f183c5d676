import { ActionIcon, Group, Switch, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { memo, useCallback, useRef, useState } from 'react';
import type { InviteeErrors, WrittenInvitee } from '../../../../domain/surveys/pasted-invitees.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import plain from '../../../../web/table/plain-table.module.css';
import { Pager } from '../../../attendance/ui/pager.tsx';
import { people } from '../looks.tsx';
import classes from '../surveys.module.css';

/** Rows on screen at once. */
const AT_ONCE = 50;

export interface Trouble {
  /** By row; those without any are left out. */
  readonly errors: ReadonlyMap<number, InviteeErrors>;
  /** Rows whose address stands further up already. */
  readonly repeated: ReadonlySet<number>;
}

interface Props {
  rows: readonly WrittenInvitee[];
  trouble: Trouble;
  onRows: (rows: readonly WrittenInvitee[]) => void;
}

/** Rows to mend, as they were when they were asked for: one stays until its last letter is typed. Null shows all. */
function useRowsToMend({ errors }: Trouble) {
  const [only, setOnly] = useState<ReadonlySet<number> | null>(
    errors.size > 0 ? new Set(errors.keys()) : null,
  );
  return { only, show: (yes: boolean) => setOnly(yes ? new Set(errors.keys()) : null) };
}

/** What was read, every cell to be mended in place. */
export function PasteTable({ rows, trouble, onRows }: Props) {
  const { only, show } = useRowsToMend(trouble);
  const [page, setPage] = useState(1);
  const shown = only ? rows.filter(({ row }) => only.has(row)) : rows;
  const last = Math.max(1, Math.ceil(shown.length / AT_ONCE));
  const at = Math.min(page, last);
  const now = useRef({ rows, onRows });
  now.current = { rows, onRows };
  const change = useCallback((which: number, part: Partial<WrittenInvitee> | null) => {
    const { rows: all, onRows: set } = now.current;
    set(all.flatMap(each => (each.row !== which ? each : part ? { ...each, ...part } : [])));
  }, []);
  return (
    <>
      <Group justify="space-between" gap="xs">
        <span aria-live="polite">{summaryOf(rows, trouble)}</span>
        <Switch
          label="Solo las que hay que corregir"
          checked={only !== null}
          onChange={event => show(event.currentTarget.checked)}
        />
      </Group>
      <table className={`${plain.table} ${classes.table} ${classes.mend}`}>
        <thead>
          <tr>
            <th scope="col">Fila</th>
            <th scope="col">Nombre</th>
            <th scope="col">Correo</th>
            <th scope="col">
              <span className="visually-hidden">Quitar</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.slice((at - 1) * AT_ONCE, at * AT_ONCE).map(each => (
            <PersonRow
              key={each.row}
              person={each}
              errors={trouble.errors.get(each.row)}
              isRepeated={trouble.repeated.has(each.row)}
              onChange={change}
            />
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className={classes.quiet}>No queda ninguna fila por corregir.</p>}
      <Pager page={at} last={last} onPage={setPage} />
    </>
  );
}

const summaryOf = (rows: Props['rows'], { errors, repeated }: Trouble): string =>
  [
    people(rows.length),
    ...(repeated.size > 0
      ? [formatCount(repeated.size, 'fila repetida que no se agrega', 'filas repetidas que no se agregan')]
      : []),
    ...(errors.size > 0 ? [`${formatNumber(errors.size)} por corregir`] : []),
  ].join(' · ');

interface RowProps {
  person: WrittenInvitee;
  errors: InviteeErrors | undefined;
  isRepeated: boolean;
  /** Null takes the row away. */
  onChange: (row: number, part: Partial<WrittenInvitee> | null) => void;
}

/** Drawn again only when it has changed. */
const PersonRow = memo(({ person, errors, isRepeated, onChange }: RowProps) => {
  const cell = (field: 'name' | 'email', label: string) => (
    <TextInput
      size="xs"
      aria-label={`${label}, fila ${person.row}`}
      placeholder={label}
      value={person[field]}
      error={errors?.[field]}
      onChange={event => onChange(person.row, { [field]: event.currentTarget.value })}
    />
  );
  return (
    <tr data-wrong={errors ? true : undefined}>
      <td>
        {person.row}
        {isRepeated && <small> repetida</small>}
      </td>
      <td>{cell('name', 'Nombre')}</td>
      <td>{cell('email', 'Correo')}</td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Quitar la fila ${person.row}`}
          onClick={() => onChange(person.row, null)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  );
});

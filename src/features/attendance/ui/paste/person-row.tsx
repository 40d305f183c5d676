import { NativeSelect } from '@mantine/core';
import { memo } from 'react';
import type { RowErrors, WrittenPerson, WrittenRow } from '../../../../domain/execution/attendance-rows.ts';
import {
  IDENTIFIER_KINDS,
  IDENTIFIER_LABELS,
  type IdentifierKind,
} from '../../../../domain/execution/identifiers.ts';
import { ATTENDANCE_GROUPS, type AttendanceGroup } from '../../../../domain/execution/people.ts';
import { MendRow, MendText } from '../../../../web/table/paste/mend-row.tsx';
import type { RowProps } from '../../../../web/table/paste/paste-table.tsx';

/** Titles of the cells below. */
export const HEADS = ['Nombre', 'Se identifica con', 'Identificación', 'Grupo', 'Adulto que autoriza'];

const KINDS = IDENTIFIER_KINDS.map(value => ({ value, label: IDENTIFIER_LABELS[value] }));

/** Drawn again only when it has changed; the browser's own choices, as a hundred of ours would be slow. */
export const PersonRow = memo((props: RowProps<WrittenRow, RowErrors>) => {
  const { row, errors, onChange } = props;
  const change = (part: Partial<WrittenPerson>) => onChange(row.line, part);
  const cell = (field: 'name' | 'identifier' | 'guardian', label: string) => (
    <MendText
      line={row.line}
      label={label}
      value={row[field]}
      error={errors?.[field]}
      onText={text => change({ [field]: text })}
    />
  );
  return (
    <MendRow {...props}>
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
    </MendRow>
  );
});

/** Whoever is not identified has no identification left over. */
const kindChosen = (row: WrittenRow, identifierKind: IdentifierKind) => ({
  identifierKind,
  identifier: identifierKind === 'none' ? '' : row.identifier,
});

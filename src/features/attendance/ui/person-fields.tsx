import { Checkbox } from '@mantine/core';
import { LEAST_AGE } from '../../../domain/execution/attendance.ts';
import type { WrittenPerson } from '../../../domain/execution/attendance-rows.ts';
import { IDENTIFIER_KINDS, IDENTIFIER_LABELS } from '../../../domain/execution/identifiers.ts';
import { ATTENDANCE_GROUPS } from '../../../domain/execution/people.ts';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import classes from './attendance.module.css';

const KINDS = IDENTIFIER_KINDS.map(value => ({ value, label: IDENTIFIER_LABELS[value] }));

/** What is sent of somebody: nothing of a field that is not on screen. */
export const personOf = (row: WrittenPerson, isMinor: boolean): WrittenPerson => ({
  ...row,
  identifier: row.identifierKind === 'none' ? '' : row.identifier,
  guardian: isMinor ? row.guardian : '',
});

interface FieldsProps {
  kind: WrittenPerson['identifierKind'];
  isMinor: boolean;
  onMinor: (isMinor: boolean) => void;
}

export const PersonFields = ({ kind, isMinor, onMinor }: FieldsProps) => (
  <>
    <TextField name="name" label="Nombre y apellidos" />
    <div className={classes.pair}>
      <SelectField name="identifierKind" label="Se identifica con" options={KINDS} />
      {kind !== 'none' && <TextField name="identifier" label={IDENTIFIER_LABELS[kind ?? 'rut']} required />}
    </div>
    <SelectField name="group" label="Grupo" options={ATTENDANCE_GROUPS} />
    <Checkbox
      label={`Tiene menos de ${LEAST_AGE} años`}
      checked={isMinor}
      onChange={event => onMinor(event.currentTarget.checked)}
    />
    {isMinor && <TextField name="guardian" label="Adulto que autoriza" required />}
  </>
);

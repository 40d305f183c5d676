import { Autocomplete, Button, Group, Text } from '@mantine/core';
import type { CommitteeMember } from '../../../../../domain/calls/committee.ts';
import { TextField } from '../../../../../web/form/fields.tsx';
import { type CommonProps, useField } from '../../../../../web/form/form.tsx';
import classes from '../admin-call.module.css';

const ROLES = ['Presidencia', 'Secretaría', 'Integrante'];

interface MemberProps {
  member: CommitteeMember;
  index: number;
  fixed: boolean;
  onRemove: () => void;
}

/** One of the committee: an account keeps its name, somebody from outside is written down. */
export function Member({ member, index, fixed, onRemove }: MemberProps) {
  const name = member.name || `Integrante ${index + 1}`;
  const isOutside = member.userId === null;
  const path = `committee.members.${index}`;
  return (
    <li className={classes.item}>
      <Group justify="space-between" mb="xs">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="xs" c="dimmed">
            {isOutside ? 'De fuera de la universidad' : 'Con cuenta de la universidad'}
          </Text>
        </div>
        {!fixed && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Quitar a ${name}`}
            onClick={onRemove}
          >
            Quitar
          </Button>
        )}
      </Group>
      <div className={classes.fields}>
        {isOutside && (
          <>
            <TextField name={`${path}.name`} label="Nombre completo" />
            <TextField
              name={`${path}.email`}
              type="email"
              label="Correo"
              description="Sirve para saber si participa en una propuesta."
            />
          </>
        )}
        <RoleField name={`${path}.role`} label="Función en la comisión" />
      </div>
    </li>
  );
}

/** Free text: the usual functions are only suggested. */
function RoleField(props: CommonProps) {
  const { value, onChange, input } = useField(props);
  return <Autocomplete {...input} value={String(value ?? '')} onChange={onChange} data={ROLES} />;
}

import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { committeeRefusal } from '../../../../../domain/calls/call-moves.ts';
import { Fields } from '../../../../../web/form/form.tsx';
import { NumberField } from '../../../../../web/form/number-field.tsx';
import { EmptyState } from '../../../../../web/ui/empty-state.tsx';
import type { CallDetail, CallSettings } from '../../../contract.ts';
import classes from '../admin-call.module.css';
import type { CallForm } from '../use-call-form.tsx';
import { Member } from './member.tsx';
import { PersonAdder } from './person-adder.tsx';

interface TabProps {
  call: CallDetail;
  edited: CallForm;
  /** Why the reader may change nothing of the call. */
  refused: string | null;
}
type Members = CallSettings['committee']['members'];

/** Who decides the call and how many of them it takes; they may change until they have decided. */
export function CommitteeTab({ call, edited: { form, errors }, refused }: TabProps) {
  const { members } = form.values.committee;
  const late = committeeRefusal(call.state);
  const fixed = late !== null || refused !== null;
  const own = errors.find(e => e.path === 'committee.members')?.message;
  const set = (next: Members) => form.setFieldValue('committee.members', next);
  const add = (person: Omit<Members[number], 'id' | 'role'>) =>
    set([...members, { id: crypto.randomUUID(), role: '', ...person }]);
  return (
    <Stack gap="md">
      {late && <Text size="sm">{late}</Text>}
      {members.length === 0 && (
        <EmptyState
          title="Sin comisión: resuelve la oficina."
          text={fixed ? undefined : 'Con integrantes, cada acta dice quiénes sesionaron.'}
        />
      )}
      {own && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm">
          {own}
        </Text>
      )}
      <Fields form={form} disabled={fixed}>
        {members.length > 0 && (
          <ul className={classes.list} aria-label="Integrantes de la comisión">
            {members.map((member, n) => (
              <Member
                key={member.id}
                member={member}
                index={n}
                fixed={fixed}
                onRemove={() => set(members.filter(m => m.id !== member.id))}
              />
            ))}
          </ul>
        )}
        {!fixed && <Adding members={members} onAdd={add} />}
        {(members.length > 0 || form.values.committee.quorum !== null) && <Quorum />}
      </Fields>
    </Stack>
  );
}

interface AddingProps {
  members: Members;
  onAdd: (person: Omit<Members[number], 'id' | 'role'>) => void;
}

function Adding({ members, onAdd }: AddingProps) {
  return (
    <Group align="flex-end" gap="sm">
      <PersonAdder
        taken={members.flatMap(m => m.userId ?? [])}
        onAdd={({ id, name }) => onAdd({ userId: id, name, email: '' })}
      />
      <Button variant="default" onClick={() => onAdd({ userId: null, name: '', email: '' })}>
        Agregar a alguien de fuera
      </Button>
    </Group>
  );
}

function Quorum() {
  return (
    <section aria-labelledby="committee-quorum">
      <Title order={2} size="h4" id="committee-quorum" mb="sm">
        Quórum
      </Title>
      <div className={classes.fields}>
        <NumberField
          name="committee.quorum"
          label="Integrantes que deben estar presentes"
          description="En blanco: resuelve cualquier número de ellos."
        />
      </div>
    </section>
  );
}

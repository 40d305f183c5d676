import { Checkbox, Stack, Text } from '@mantine/core';
import {
  quorumRefusal,
  type Session,
  type SittingCommittee,
  session,
} from '../../../domain/calls/committee.ts';
import { DateField } from '../../../web/form/dates/date-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { Fields, type KitForm } from '../../../web/form/form.tsx';
import { TextAreaField } from '../../../web/form/texts/text-area-field.tsx';

/** A session as it is being written; the box of its day may be empty. */
export interface SittingValues extends Omit<Session, 'day'> {
  readonly day: string | null;
}

const PRESENT = 'present';
const memberField = (id: string) => `member ${id}`;

/** Field of this form that an error of the server belongs to: a place in the list sent is the member who stood there. */
export function fieldOf(path: string, present: readonly string[]): string {
  const name = path.replace(/^session\./, '');
  const place = /^present\.(\d+)$/.exec(name)?.[1];
  return place === undefined ? name : memberField(present[Number(place)] ?? '');
}

/** Why the committee cannot decide with what is written; `null` where it can. */
export function sittingRefusal(committee: SittingCommittee, values: SittingValues): string | null {
  const quorum = quorumRefusal(committee, values.present);
  if (quorum) return quorum;
  if (values.day === null) return 'Escribe el día de la sesión.';
  return session.safeParse(values).success ? null : 'Revisa los datos de la sesión.';
}

interface SittingProps {
  committee: SittingCommittee;
  form: KitForm<SittingValues>;
}

/** The session in which the committee decided, for its act. */
export function Sitting({ committee, form }: SittingProps) {
  return (
    <Stack gap="sm" mt="md">
      <Fields form={form}>
        <DateField name="day" label="Día de la sesión" />
        <TextField name="place" label="Lugar" />
        <Present committee={committee} form={form} />
        <TextAreaField name="notes" label="Observaciones para el acta" />
      </Fields>
    </Stack>
  );
}

function Present({ committee: { members, quorum }, form }: SittingProps) {
  const { present } = form.values;
  const lacking = (quorum ?? 1) - present.length;
  const toggle = (id: string) => {
    form.clearFieldError(memberField(id));
    form.setFieldValue(PRESENT, present.includes(id) ? present.filter(p => p !== id) : [...present, id]);
  };
  return (
    <Checkbox.Group
      label="Integrantes presentes"
      description={quorum === null ? 'Sin quórum: basta con uno.' : `Quórum: ${quorum} de ${members.length}.`}
      value={[...present]}
      error={form.errors[PRESENT]}
    >
      <Stack gap="xs" mt="xs">
        {members.map(({ id, name, role }) => (
          <Checkbox
            key={id}
            value={id}
            label={role ? `${name} (${role})` : name}
            error={form.errors[memberField(id)]}
            onChange={() => toggle(id)}
          />
        ))}
        <Text size="sm" role="status" className="figures">
          Presentes: {present.length} de {members.length}
          {lacking > 0 && `; ${lacking === 1 ? 'falta' : 'faltan'} ${lacking} para resolver`}
        </Text>
      </Stack>
    </Checkbox.Group>
  );
}

import { Columns } from '../fields/columns.tsx';
import { Field } from '../fields/field.tsx';
import { ListField } from '../fields/list-field.tsx';
import type { Entry } from '../scope.tsx';

interface Founder extends Entry {
  readonly name: string;
  readonly affiliation: string;
}

export function VentureSection() {
  return (
    <>
      <Field name="name" />
      <Columns narrow>
        <Field name="stage" />
        <Field name="readiness" />
      </Columns>
      <ListField<Founder> name="founders" summary={f => f.name} detail={f => f.affiliation}>
        <Columns>
          <Field name="name" />
          <Field name="email" />
          <Field name="affiliation" />
        </Columns>
      </ListField>
      <Field name="mentorId" />
      <Field name="intellectualProperty" />
      <Field name="moneyRaised" />
    </>
  );
}

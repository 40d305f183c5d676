import type { Objectives } from '../../../../domain/sections/objectives.ts';
import { Field } from '../fields/field.tsx';
import { ListField } from '../fields/list-field.tsx';

export function ObjectivesSection() {
  return (
    <>
      <Field name="general" />
      <ListField<Objectives['specific'][number]> name="specific" summary={o => o.text}>
        <Field name="text" />
      </ListField>
      <Field name="methodology" />
    </>
  );
}

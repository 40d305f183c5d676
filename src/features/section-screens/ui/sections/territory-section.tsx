import { Field } from '../fields/field.tsx';

export function TerritorySection() {
  return (
    <>
      <Field name="scope" />
      <Field name="comunaCodes" />
      <Field name="place" />
      <Field name="point" />
    </>
  );
}

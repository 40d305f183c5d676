import { Columns } from '../fields/columns.tsx';
import { Field } from '../fields/field.tsx';
import { useScope } from '../scope.tsx';

export function IdentificationSection() {
  const { values } = useScope();
  return (
    <>
      <Field name="title" />
      <Field name="summary" />
      <Columns narrow>
        <Field name="period" />
        <Field name="modality" />
      </Columns>
      <Columns narrow>
        <Field name="startDate" />
        <Field name="endDate" />
      </Columns>
      <Field name="leadId" />
      <Field name="alternateId" />
      <Field name="schoolId" />
      <Field name="careerIds" />
      <Field name="origin" />
      {values.origin === 'continuity' && <Field name="previousProjectId" />}
      <Field name="themeId" />
      <Field name="keywords" />
      <Field name="consentToPublish" />
    </>
  );
}

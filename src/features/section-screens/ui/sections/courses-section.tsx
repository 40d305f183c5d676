import type { Courses } from '../../../../domain/sections/courses.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { Field } from '../fields/field.tsx';
import { ListField } from '../fields/list-field.tsx';

type Course = Courses['courses'][number];

export function CoursesSection() {
  const { nameOf } = useProject();
  return (
    <ListField<Course>
      name="courses"
      summary={c => (c.offeringId ? nameOf(c.offeringId) : '')}
      detail={c => (c.serviceHours === null ? '' : `${formatNumber(c.serviceHours)} h de servicio`)}
    >
      <Field name="offeringId" />
      <Field name="serviceHours" />
      <Field name="learningOutcomes" />
      <Field name="assessment" />
      <Field name="reflection" />
      <Field name="product" />
    </ListField>
  );
}

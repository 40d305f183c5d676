import type { Courses } from '../../../../domain/sections/courses.ts';
import { formatNumber } from '../../../../domain/text/format.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { SectionFields } from '../fields/arranged.tsx';
import { ListField } from '../fields/list-field.tsx';

type Course = Courses['courses'][number];

export function CoursesSection() {
  const { nameOf } = useProject();
  const courses = (
    <ListField<Course>
      name="courses"
      summary={c => (c.offeringId ? nameOf(c.offeringId) : '')}
      detail={c => (c.serviceHours === null ? '' : `${formatNumber(c.serviceHours)} h de servicio`)}
    >
      <SectionFields />
    </ListField>
  );
  return <SectionFields instead={{ courses }} />;
}

import { useState } from 'react';
import type { z } from 'zod';
import { activationActions } from '../../../web/bulk/bulk-actions.tsx';
import { CataloguePage } from '../../../web/catalogue/catalogue-page.tsx';
import { ActiveFilter, activeColumn, changedColumn } from '../../../web/catalogue/state.tsx';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { NumberField } from '../../../web/form/number-field.tsx';
import { useTypedSearch } from '../../../web/form/typed-search.ts';
import { useRead } from '../../../web/query.ts';
import type { Column } from '../../../web/table/columns.ts';
import { useListState } from '../../../web/table/list-state.ts';
import { ImportLink } from '../../imports/ui/import-link.tsx';
import { PeriodFilter } from '../../options/ui/filters.tsx';
import { OptionField, usePeriodOptions } from '../../options/ui/option-field.tsx';
import { PersonTarget } from '../../options/ui/person-target.tsx';
import { courses } from '../contract.ts';
import {
  assignTeacher,
  moveOfferings,
  type Offering,
  offerings,
  setActiveOfOfferings,
  setOfferingActive,
} from '../offerings/contract.ts';

const COLUMNS: Column<Offering>[] = [
  {
    key: 'course',
    title: 'Curso',
    value: r => `${r.course.code} ${r.course.name}`,
    sort: 'course',
    lines: 2,
  },
  { key: 'period', title: 'Período', value: r => r.period, sort: 'period', width: '8rem' },
  { key: 'section', title: 'Sección', value: r => r.section, sort: 'section', width: '7rem' },
  { key: 'teacher', title: 'Docente', value: r => r.teacher?.name, sort: 'teacher' },
  {
    key: 'enrolled',
    title: 'Estudiantes',
    value: r => r.enrolled,
    sort: 'enrolled',
    align: 'right',
    width: '8rem',
  },
  activeColumn,
  changedColumn,
];
const LABELS = {
  courseId: 'Curso',
  period: 'Período',
  section: 'Sección',
  teacherId: 'Docente',
  enrolled: 'Estudiantes inscritos',
};

/** Courses found by typing; the one chosen stays in the list. */
function CourseField({ chosen }: { chosen: { id: string; name: string; code: string } | undefined }) {
  const [typed, setTyped] = useState('');
  const { data, fits, nothingFound } = useTypedSearch(courses.list, typed, query => ({
    query: { ...query, state: 'active' as const, sort: 'name' as const },
  }));
  const optionOf = ({ id, code, name }: { id: string; code: string; name: string }) => ({
    value: id,
    label: `${code} ${name}`,
  });
  const found = (data?.rows ?? []).filter(row => row.id !== chosen?.id).map(optionOf);
  const options = [...(chosen ? [optionOf(chosen)] : []), ...found.filter(({ label }) => fits(label))];
  return (
    <SelectField
      name="courseId"
      label={LABELS.courseId}
      options={options}
      onSearch={setTyped}
      nothingFound={nothingFound}
      placeholder="Busca por código o nombre"
    />
  );
}

function Fields({ row }: { row: Offering | null }) {
  const { values } = useListState(offerings.list.query as z.ZodObject);
  const courseId = row ? undefined : (values.course as string | undefined);
  const { data: course } = useRead(
    courses.get,
    { params: { id: courseId ?? '' } },
    { enabled: Boolean(courseId) },
  );
  return (
    <>
      <CourseField chosen={row?.course ?? course} />
      <SelectField
        name="period"
        label={LABELS.period}
        options={usePeriodOptions(row?.period)}
        placeholder="Elige un período"
      />
      <TextField name="section" label={LABELS.section} />
      <OptionField
        name="teacherId"
        noun="person"
        label={LABELS.teacherId}
        known={row?.teacher ? [row.teacher] : []}
        placeholder="Busca por nombre o correo"
      />
      <NumberField name="enrolled" label={LABELS.enrolled} />
    </>
  );
}

const GROUPS = [
  { value: 'period', label: 'Período' },
  { value: 'course', label: 'Curso' },
];

export function OfferingsPage() {
  const { values } = useListState(offerings.list.query as z.ZodObject);
  const course = typeof values.course === 'string' ? values.course : null;
  return (
    <CataloguePage<Offering, typeof offerings>
      noun="offering"
      title="Oferta de cursos"
      text="Cada curso en un período, con su sección y docente: es lo que eligen los proyectos."
      words={{ add: 'Nueva oferta', create: 'Crear oferta', edit: 'Editar oferta' }}
      endpoints={{ ...offerings, setActive: setOfferingActive }}
      columns={COLUMNS}
      bulk={[
        ...activationActions<Offering>(setActiveOfOfferings),
        {
          label: 'Pasar a otro período',
          text: 'Los proyectos que ya las eligieron las siguen mostrando, con el período nuevo.',
          endpoint: moveOfferings,
          valueOf: (_row, target) => target,
          targets: { label: 'Período', options: usePeriodOptions() },
        },
        {
          label: 'Asignar docente',
          text: 'Queda como docente de todas las elegidas, en lugar de quien estaba.',
          endpoint: assignTeacher,
          valueOf: (_row, target) => target,
          targets: { label: 'Docente', field: PersonTarget },
        },
      ]}
      actions={<ImportLink noun="offerings">Importar ofertas</ImportLink>}
      groups={GROUPS}
      filters={
        <>
          <PeriodFilter />
          <ActiveFilter />
        </>
      }
      empty={{
        title: 'Todavía no hay oferta de cursos',
        text: 'Impórtala desde una planilla, o créala curso por curso.',
      }}
      initial={{ courseId: course, period: null, section: '', teacherId: null, enrolled: 0 }}
      valuesOf={r => ({
        courseId: r.course.id,
        period: r.period,
        section: r.section,
        teacherId: r.teacher?.id ?? null,
        enrolled: r.enrolled,
      })}
      nameOf={r => `${r.course.code} ${r.period} sección ${r.section}`}
      labels={LABELS}
      fields={row => <Fields row={row} />}
    />
  );
}

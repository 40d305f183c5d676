import { activationActions } from '../../../web/bulk/bulk-actions.tsx';
import { CataloguePage } from '../../../web/catalogue/catalogue-page.tsx';
import { ActiveFilter, activeColumn, changedColumn } from '../../../web/catalogue/state.tsx';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { SwitchField, TextField } from '../../../web/form/fields.tsx';
import { DecimalField } from '../../../web/form/number-field.tsx';
import { paths } from '../../../web/routing/paths.ts';
import type { Column } from '../../../web/table/columns.ts';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { ImportLink } from '../../imports/ui/import-link.tsx';
import { PeriodFilter, SchoolFilter } from '../../options/ui/filters.tsx';
import { OptionsField, useSmallOptions } from '../../options/ui/option-field.tsx';
import { useMoveToSchool } from '../../schools/ui/move-to-school.tsx';
import { type Course, courses, moveCourses, setActiveOfCourses, setCourseActive } from '../contract.ts';

const COLUMNS: Column<Course>[] = [
  { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name', lines: 2 },
  { key: 'code', title: 'Código', value: r => r.code, sort: 'code', width: '8rem' },
  { key: 'school', title: 'Escuela', value: r => r.school.name, sort: 'school' },
  { key: 'careers', title: 'Carreras', value: r => r.careers.map(c => c.name).join(', '), optional: true },
  {
    key: 'credits',
    title: 'Créditos',
    value: r => r.credits,
    sort: 'credits',
    align: 'right',
    width: '7rem',
  },
  { key: 'serviceLearning', title: 'A+S', value: r => r.serviceLearning, width: '5rem' },
  {
    key: 'offerings',
    title: 'Ofertas',
    value: r => r.offerings,
    sort: 'offerings',
    align: 'right',
    width: '7rem',
  },
  activeColumn,
  changedColumn,
];
const LABELS = {
  code: 'Código',
  name: 'Nombre',
  schoolId: 'Escuela',
  careerIds: 'Carreras',
  credits: 'Créditos',
  serviceLearning: 'Tiene aprendizaje-servicio',
};

function Fields({ row }: { row: Course | null }) {
  return (
    <>
      <TextField name="name" label={LABELS.name} />
      <TextField name="code" label={LABELS.code} />
      <SelectField
        name="schoolId"
        label={LABELS.schoolId}
        options={useSmallOptions('schools', row ? [row.school] : [])}
        placeholder="Elige una escuela"
        searchable
      />
      <OptionsField
        name="careerIds"
        noun="career"
        label={LABELS.careerIds}
        known={row?.careers ?? []}
        max={50}
        placeholder="Busca por nombre"
      />
      <DecimalField name="credits" label={LABELS.credits} decimals={1} />
      <SwitchField name="serviceLearning" label={LABELS.serviceLearning} />
    </>
  );
}

const GROUPS = [{ value: 'school', label: 'Escuela' }];

export function CoursesPage() {
  return (
    <CataloguePage<Course, typeof courses>
      noun="course"
      title="Cursos"
      words={{ add: 'Nuevo curso', create: 'Crear curso', edit: 'Editar curso' }}
      endpoints={{ ...courses, setActive: setCourseActive }}
      columns={COLUMNS}
      bulk={[
        ...activationActions<Course>(setActiveOfCourses),
        useMoveToSchool<Course>(moveCourses, 'Los proyectos que los usan no cambian de escuela.'),
      ]}
      groups={GROUPS}
      filters={
        <>
          <SchoolFilter />
          <PeriodFilter />
          <SelectFilter
            name="serviceLearning"
            label="Aprendizaje-servicio"
            options={[
              { value: 'yes', label: 'Con A+S' },
              { value: 'no', label: 'Sin A+S' },
            ]}
          />
          <ActiveFilter />
        </>
      }
      actions={
        <>
          <LinkButton href={paths.offerings()} variant="default">
            Ver oferta por período
          </LinkButton>
          <ImportLink noun="courses">Importar cursos</ImportLink>
        </>
      }
      rowActions={row => (
        <LinkButton href={paths.offerings({ course: row.id })} variant="default">
          Ver oferta
        </LinkButton>
      )}
      empty={{
        title: 'Todavía no hay cursos',
        text: 'Crea el primero y luego su oferta: curso, período, sección y docente.',
      }}
      initial={{ code: '', name: '', schoolId: null, careerIds: [], credits: null, serviceLearning: false }}
      valuesOf={r => ({
        code: r.code,
        name: r.name,
        schoolId: r.school.id,
        careerIds: r.careers.map(c => c.id),
        credits: r.credits,
        serviceLearning: r.serviceLearning,
      })}
      nameOf={r => r.name}
      labels={LABELS}
      fields={row => <Fields row={row} />}
    />
  );
}

import { labelIn } from '../../../domain/text/format.ts';
import { activationActions } from '../../../web/bulk/bulk-actions.tsx';
import { CataloguePage } from '../../../web/catalogue/catalogue-page.tsx';
import { ActiveFilter, activeColumn, changedColumn } from '../../../web/catalogue/state.tsx';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import type { Column } from '../../../web/table/columns.ts';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { ImportLink } from '../../imports/ui/import-link.tsx';
import { FacultyFilter, SchoolFilter } from '../../options/ui/filters.tsx';
import { useSmallOptions } from '../../options/ui/option-field.tsx';
import { useMoveToSchool } from '../../schools/ui/move-to-school.tsx';
import {
  type Career,
  careers,
  LEVELS,
  moveCareers,
  SHIFTS,
  setActiveOfCareers,
  setCareerActive,
} from '../contract.ts';

const COLUMNS: Column<Career>[] = [
  { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name', lines: 2 },
  { key: 'officialCode', title: 'Código único', value: r => r.officialCode, sort: 'officialCode' },
  { key: 'school', title: 'Escuela', value: r => r.school.name, sort: 'school' },
  { key: 'campus', title: 'Sede', value: r => r.campus, sort: 'campus' },
  { key: 'level', title: 'Nivel', value: r => labelIn(LEVELS, r.level), sort: 'level', width: '7rem' },
  { key: 'shift', title: 'Jornada', value: r => labelIn(SHIFTS, r.shift), optional: true },
  { key: 'code', title: 'Código interno', value: r => r.code, sort: 'code', optional: true },
  activeColumn,
  changedColumn,
];
const LABELS = {
  name: 'Nombre',
  officialCode: 'Código único',
  code: 'Código interno',
  schoolId: 'Escuela',
  level: 'Nivel',
  campus: 'Sede',
  shift: 'Jornada',
};

const importLink = <ImportLink noun="careers">Importar carreras</ImportLink>;

function Fields({ row }: { row: Career | null }) {
  return (
    <>
      <TextField name="name" label={LABELS.name} />
      <SelectField
        name="schoolId"
        label={LABELS.schoolId}
        options={useSmallOptions('schools', row ? [row.school] : [])}
        placeholder="Elige una escuela"
        searchable
      />
      <SelectField name="level" label={LABELS.level} options={LEVELS} required />
      <TextField name="campus" label={LABELS.campus} />
      <SelectField name="shift" label={LABELS.shift} options={SHIFTS} placeholder="Sin indicar" />
      <TextField
        name="officialCode"
        label={LABELS.officialCode}
        description="El del registro nacional: con él se reconoce la carrera al importar."
      />
      <TextField name="code" label={LABELS.code} />
    </>
  );
}

const GROUPS = [
  { value: 'school', label: 'Escuela' },
  { value: 'level', label: 'Nivel' },
  { value: 'campus', label: 'Sede' },
];

export function CareersPage() {
  return (
    <CataloguePage<Career, typeof careers>
      noun="career"
      title="Carreras"
      words={{ add: 'Nueva carrera', create: 'Crear carrera', edit: 'Editar carrera' }}
      endpoints={{ ...careers, setActive: setCareerActive }}
      columns={COLUMNS}
      bulk={[
        ...activationActions<Career>(setActiveOfCareers),
        useMoveToSchool<Career>(moveCareers, 'Los proyectos que las usan no cambian de escuela.'),
      ]}
      groups={GROUPS}
      filters={
        <>
          <FacultyFilter />
          <SchoolFilter />
          <SelectFilter name="level" label="Nivel" options={LEVELS} />
          <ActiveFilter />
        </>
      }
      actions={importLink}
      empty={{
        title: 'Todavía no hay carreras',
        text: 'Impórtalas desde una planilla CSV o XLSX.',
        action: importLink,
      }}
      initial={{
        name: '',
        officialCode: '',
        code: '',
        schoolId: null,
        level: 'pregrado',
        campus: '',
        shift: null,
      }}
      valuesOf={r => ({
        name: r.name,
        officialCode: r.officialCode,
        code: r.code,
        schoolId: r.school.id,
        level: r.level,
        campus: r.campus,
        shift: r.shift,
      })}
      nameOf={r => r.name}
      labels={LABELS}
      choices={{ level: LEVELS, shift: SHIFTS }}
      fields={row => <Fields row={row} />}
    />
  );
}

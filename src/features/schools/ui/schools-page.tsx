import { activationActions } from '../../../web/bulk/bulk-actions.tsx';
import { CataloguePage } from '../../../web/catalogue/catalogue-page.tsx';
import { ActiveFilter, activeColumn, changedColumn } from '../../../web/catalogue/state.tsx';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import type { Column } from '../../../web/table/columns.ts';
import { SwitchFilter } from '../../../web/table/filters.tsx';
import { ImportLink } from '../../imports/ui/import-link.tsx';
import { FacultyFilter } from '../../options/ui/filters.tsx';
import { OptionsField, useSmallOptions } from '../../options/ui/option-field.tsx';
import { moveSchools, type School, schools, setActiveOfSchools, setSchoolActive } from '../contract.ts';

const COLUMNS: Column<School>[] = [
  { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name', lines: 2 },
  { key: 'code', title: 'Código', value: r => r.code, sort: 'code', width: '9rem' },
  { key: 'faculty', title: 'Facultad', value: r => r.faculty.name, sort: 'faculty', lines: 2 },
  { key: 'directors', title: 'Dirección', value: r => r.directors.map(d => d.name).join(', '), lines: 2 },
  {
    key: 'careers',
    title: 'Carreras',
    value: r => r.careers,
    sort: 'careers',
    align: 'right',
    width: '7rem',
  },
  activeColumn,
  changedColumn,
];
const LABELS = { code: 'Código', name: 'Nombre', facultyId: 'Facultad', directorIds: 'Dirección' };

function Fields({ row }: { row: School | null }) {
  return (
    <>
      <TextField name="name" label={LABELS.name} />
      <TextField name="code" label={LABELS.code} description="Corto y único, por ejemplo ENF." />
      <SelectField
        name="facultyId"
        label={LABELS.facultyId}
        options={useSmallOptions('faculties', row ? [row.faculty] : [])}
        placeholder="Elige una facultad"
        searchable
      />
      <OptionsField
        name="directorIds"
        noun="person"
        label={LABELS.directorIds}
        known={row?.directors ?? []}
        max={10}
        placeholder="Busca por nombre o correo"
        description="Quien está a cargo recibe el rol de dirección y lo deja al salir de la lista."
      />
    </>
  );
}

const GROUPS = [{ value: 'faculty', label: 'Facultad' }];

export function SchoolsPage() {
  return (
    <CataloguePage<School, typeof schools>
      noun="school"
      title="Escuelas"
      words={{ add: 'Nueva escuela', create: 'Crear escuela', edit: 'Editar escuela' }}
      endpoints={{ ...schools, setActive: setSchoolActive }}
      columns={COLUMNS}
      bulk={[
        ...activationActions<School>(setActiveOfSchools),
        {
          label: 'Mover a otra facultad',
          text: 'Las carreras, los cursos y los proyectos van con su escuela. Los pasos pendientes pasan a quien corresponda.',
          endpoint: moveSchools,
          valueOf: (_row, target) => target,
          targets: { label: 'Facultad', options: useSmallOptions('faculties') },
        },
      ]}
      groups={GROUPS}
      filters={
        <>
          <FacultyFilter />
          <ActiveFilter />
          <SwitchFilter name="headless" label="Sin Dirección" />
        </>
      }
      actions={<ImportLink noun="schools">Importar escuelas</ImportLink>}
      empty={{
        title: 'Todavía no hay escuelas',
        text: 'Crea la primera, o importa las carreras: sus escuelas se crean con ellas.',
      }}
      initial={{ code: '', name: '', facultyId: null, directorIds: [] }}
      valuesOf={r => ({
        code: r.code,
        name: r.name,
        facultyId: r.faculty.id,
        directorIds: r.directors.map(d => d.id),
      })}
      nameOf={r => r.name}
      labels={LABELS}
      fields={row => <Fields row={row} />}
    />
  );
}

import { activationActions } from '../../../web/bulk/bulk-actions.tsx';
import { CataloguePage } from '../../../web/catalogue/catalogue-page.tsx';
import { ActiveFilter, activeColumn, changedColumn } from '../../../web/catalogue/state.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import type { Column } from '../../../web/table/columns.ts';
import { SwitchFilter } from '../../../web/table/filters.tsx';
import { ImportLink } from '../../imports/ui/import-link.tsx';
import { OptionsField } from '../../options/ui/option-field.tsx';
import { type Faculty, faculties, setActiveOfFaculties, setFacultyActive } from '../contract.ts';

const COLUMNS: Column<Faculty>[] = [
  { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name' },
  { key: 'code', title: 'Código', value: r => r.code, sort: 'code', width: '9rem' },
  { key: 'deans', title: 'Decanato', value: r => r.deans.map(d => d.name).join(', ') },
  {
    key: 'schools',
    title: 'Escuelas',
    value: r => r.schools,
    sort: 'schools',
    align: 'right',
    width: '7rem',
  },
  activeColumn,
  changedColumn,
];
const LABELS = { code: 'Código', name: 'Nombre', deanIds: 'Decanato' };

function Fields({ row }: { row: Faculty | null }) {
  return (
    <>
      <TextField name="name" label={LABELS.name} />
      <TextField name="code" label={LABELS.code} description="Corto y único, por ejemplo FCS." />
      <OptionsField
        name="deanIds"
        noun="person"
        label={LABELS.deanIds}
        known={row?.deans ?? []}
        max={10}
        placeholder="Busca por nombre o correo"
        description="Quien está a cargo recibe el rol de decanato y lo deja al salir de la lista."
      />
    </>
  );
}

export function FacultiesPage() {
  return (
    <CataloguePage<Faculty, typeof faculties>
      noun="faculty"
      title="Facultades"
      words={{ add: 'Nueva facultad', create: 'Crear facultad', edit: 'Editar facultad' }}
      endpoints={{ ...faculties, setActive: setFacultyActive }}
      columns={COLUMNS}
      bulk={[...activationActions<Faculty>(setActiveOfFaculties)]}
      filters={
        <>
          <ActiveFilter />
          <SwitchFilter name="headless" label="Sin Decanato" />
        </>
      }
      actions={<ImportLink noun="faculties">Importar facultades</ImportLink>}
      empty={{ title: 'Todavía no hay facultades', text: 'Crea la primera para poder agregar sus escuelas.' }}
      initial={{ code: '', name: '', deanIds: [] }}
      valuesOf={r => ({ code: r.code, name: r.name, deanIds: r.deans.map(d => d.id) })}
      nameOf={r => r.name}
      labels={LABELS}
      fields={row => <Fields row={row} />}
    />
  );
}

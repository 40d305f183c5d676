import { activationActions } from '../../../web/bulk/bulk-actions.tsx';
import { CataloguePage } from '../../../web/catalogue/catalogue-page.tsx';
import { ActiveFilter, activeColumn, changedColumn } from '../../../web/catalogue/state.tsx';
import { TextField } from '../../../web/form/fields.tsx';
import { paths } from '../../../web/routing/paths.ts';
import type { Column } from '../../../web/table/columns.ts';
import { TextLink } from '../../../web/ui/link.tsx';
import { setActiveOfThemes, setThemeActive, type Theme, themes } from '../contract.ts';

const COLUMNS: Column<Theme>[] = [
  { key: 'name', title: 'Nombre', value: r => r.name, sort: 'name' },
  {
    key: 'projects',
    title: 'Proyectos',
    value: r => r.projects,
    render: r =>
      r.projects > 0 ? <TextLink href={paths.projects({ theme: r.id })}>{r.projects}</TextLink> : 0,
    sort: 'projects',
    align: 'right',
    width: '8rem',
  },
  activeColumn,
  changedColumn,
];
const LABELS = { name: 'Nombre' };

export function ThemesPage() {
  return (
    <CataloguePage<Theme, typeof themes>
      noun="theme"
      title="Temas"
      words={{ add: 'Nuevo tema', create: 'Crear tema', edit: 'Editar tema' }}
      endpoints={{ ...themes, setActive: setThemeActive }}
      columns={COLUMNS}
      bulk={[...activationActions<Theme>(setActiveOfThemes)]}
      filters={<ActiveFilter />}
      empty={{
        title: 'Todavía no hay temas',
        text: 'Crea los que ayuden a ordenar los proyectos: salud, patrimonio, educación…',
      }}
      initial={{ name: '' }}
      valuesOf={r => ({ name: r.name })}
      nameOf={r => r.name}
      labels={LABELS}
      fields={() => (
        <TextField
          name="name"
          label={LABELS.name}
          description="Se ofrece en la identificación de cada proyecto."
        />
      )}
    />
  );
}

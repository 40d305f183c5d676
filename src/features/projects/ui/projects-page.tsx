import { isAdmin } from '../../../domain/kit/actor.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { ImportLink } from '../../imports/ui/import-link.tsx';
import { listKinds } from '../../kinds/contract.ts';
import { listProjects } from '../contract.ts';
import { PROJECT_GROUPINGS, projectColumns } from './list/project-columns.tsx';
import { ProjectFilters } from './list/project-filters.tsx';
import { NewProjectMenu } from './new-project-menu.tsx';

/** Everything the reader may see; search, filters, order and columns live in the address. */
export function ProjectsPage() {
  const user = useSessionUser();
  const { data: kinds = [] } = useRead(listKinds);
  const labels = new Map<string, string>(kinds.map(k => [k.definition.slug, k.definition.label]));
  return (
    <>
      <PageHeader
        title="Proyectos"
        actions={
          <>
            {user && isAdmin(user) && <ImportLink noun="projects">Importar históricos</ImportLink>}
            <NewProjectMenu />
          </>
        }
      />
      <DataList
        title="Proyectos"
        endpoint={listProjects}
        columns={projectColumns(slug => labels.get(slug) ?? slug)}
        groups={PROJECT_GROUPINGS}
        filters={<ProjectFilters />}
        href={row => paths.project(row.kind, row.id)}
        tone={row => (row.turn.mine ? 'mine' : undefined)}
        empty={{
          title: 'Todavía no hay proyectos',
          text: 'Aquí verás los tuyos, los de tu equipo y los que estén aprobados.',
          action: <NewProjectMenu />,
        }}
      />
    </>
  );
}

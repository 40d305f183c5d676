import { isFinal, statusLabel } from '../../../domain/kinds/statuses.ts';
import { isAdmin } from '../../../domain/kit/actor.ts';
import { t } from '../../../web/i18n/i18n.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { Cut } from '../../../web/ui/cut.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { HistoricPill } from '../../../web/ui/status/historic-pill.tsx';
import { StatusPill } from '../../../web/ui/status/status-pill.tsx';
import { WhoseTurn } from '../../../web/ui/status/whose-turn.tsx';
import { ImportLink } from '../../imports/ui/import-link.tsx';
import { listKinds } from '../../kinds/contract.ts';
import type { ProjectRow } from '../../project-record/contract.ts';
import { listProjects } from '../contract.ts';
import { ProjectFilters } from './list/project-filters.tsx';
import { NewProjectMenu } from './new-project-menu.tsx';

const holderOf = ({ turn, status }: ProjectRow) =>
  isFinal(status) ? '' : turn.office ? t('turn.office') : turn.people.map(p => p.name).join(', ');

/** What everybody sees at first. */
const USUAL_COLUMNS: Column<ProjectRow>[] = [
  { key: 'code', title: 'Código', value: r => r.code, sort: 'code', width: '8.5rem' },
  {
    key: 'title',
    title: 'Título',
    value: r => r.title,
    render: r => (
      <>
        <Cut max="clamp(13rem, 100vw - 77.5rem, 40rem)">{r.title}</Cut> {r.historic && <HistoricPill />}
      </>
    ),
    sort: 'title',
  },
  {
    key: 'status',
    title: 'Estado',
    value: r => statusLabel(r.status),
    render: r => <StatusPill status={r.status} />,
    sort: 'status',
    width: '12.5rem',
  },
  {
    key: 'turn',
    title: 'A quién le toca',
    value: holderOf,
    render: r => <WhoseTurn turn={r.turn} final={isFinal(r.status)} />,
    sort: 'since',
  },
  {
    key: 'school',
    title: 'Escuela',
    value: r => r.school?.name,
    render: r => <Cut max="9rem">{r.school?.name.replace(/^Escuela de /, '')}</Cut>,
    notOnPhone: true,
  },
];

const dayColumn = (
  key: string,
  title: string,
  value: (row: ProjectRow) => string | null,
): Column<ProjectRow> => ({
  key,
  title,
  value,
  render: r => <DateTime value={value(r)} />,
  optional: true,
});

export const projectColumns = (kindLabel: (slug: string) => string): Column<ProjectRow>[] => [
  ...USUAL_COLUMNS,
  { key: 'lead', title: 'Responsable', value: r => r.lead.name, optional: true },
  { key: 'period', title: 'Período', value: r => r.period, optional: true },
  { ...dayColumn('due', 'Vence', r => r.turn.due), sort: 'due' },
  { key: 'historic', title: 'Histórico', value: r => (r.historic ? 'Sí' : 'No'), optional: true },
  { key: 'kind', title: 'Tipo', value: r => kindLabel(r.kind), optional: true },
  { key: 'faculty', title: 'Facultad', value: r => r.faculty?.name, optional: true },
  dayColumn('start', 'Inicio', r => r.startDate),
  dayColumn('end', 'Término', r => r.endDate),
  dayColumn('submitted', 'Enviado', r => r.submittedAt),
  { ...dayColumn('updated', 'Último cambio', r => r.updatedAt), sort: 'updated' },
];

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

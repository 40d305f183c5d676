import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId } from 'react';
import { isLeading, partWords, peopleOf } from '../../../domain/dossiers/dossier.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { statusLabel } from '../../../domain/kinds/statuses.ts';
import { formatCount, formatList, formatNumber } from '../../../domain/text/format.ts';
import { id } from '../../../domain/text/rules.ts';
import { download } from '../../../web/api.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { useListState } from '../../../web/table/list-state.ts';
import table from '../../../web/table/plain-table.module.css';
import { Filters } from '../../../web/table/toolbar/filter-row.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { useSaving } from '../../../web/use-saving.ts';
import { YearsFilter } from '../../options/ui/years-filter.tsx';
import { type DossierRow, dossierQuery, getDossier, printDossier } from '../contract.ts';
import classes from './dossier.module.css';

/** `person`: whose it is, where it is not one's own. */
const ADDRESS = dossierQuery.extend({ person: id.optional() });

const Years = ({ list }: { list: ReturnType<typeof useListState> }) => (
  <Group gap="xs">
    <Filters list={list} columns={[]}>
      <YearsFilter />
    </Filters>
  </Group>
);

function Projects({ title, rows }: { title: string; rows: readonly DossierRow[] }) {
  const heading = useId();
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={heading} className={classes.part}>
      <h2 id={heading}>{title}</h2>
      <Text size="sm" c="dimmed" className="figures">
        {formatCount(rows.length, 'proyecto', 'proyectos')} ·{' '}
        {formatCount(peopleOf(rows), 'beneficiario directo', 'beneficiarios directos')}
      </Text>
      <div className={classes.wide}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Período</th>
              <th scope="col">Proyecto</th>
              <th scope="col">Tipo</th>
              <th scope="col">Estado</th>
              <th scope="col">Calidad</th>
              <th scope="col">Socios</th>
              <th scope="col">Personas</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.id}>
                <td>{row.period}</td>
                <th scope="row">
                  <TextLink href={paths.project(row.kind as KindSlug, row.id)} size="sm">
                    {row.code}
                  </TextLink>{' '}
                  {row.title}
                </th>
                <td>{row.kindLabel}</td>
                <td>{statusLabel(row.status)}</td>
                <td>{partWords(row)}</td>
                <td>{formatList(row.partners)}</td>
                <td className="figures">{row.people === null ? '' : formatNumber(row.people)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** What somebody has done in outreach, as its PDF has it. */
export function DossierPage() {
  const self = useSessionUser();
  const list = useListState(ADDRESS, ['person']);
  const { person: other, ...query } = list.query;
  const person = String(other ?? self?.id);
  const { data, error, refetch } = useRead(getDossier, { params: { person }, query }, { keepPrevious: true });
  const { saving, save } = useSaving();
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const { projects = [], reviews = [], certificates = [] } = data ?? {};
  const reviewed = reviews.reduce((sum, r) => sum + r.count, 0);
  const more = [
    ...(projects.some(p => p.told.length > 0) ? ['lo que lograron los proyectos cerrados'] : []),
    ...(reviewed > 0 ? [formatCount(reviewed, 'evaluación', 'evaluaciones')] : []),
    ...(certificates.length > 0 ? [formatCount(certificates.length, 'certificado', 'certificados')] : []),
  ];
  const isEmpty = projects.length + reviews.length + certificates.length === 0;
  return (
    <>
      <PageHeader
        title={data && data.person.id !== self?.id ? `Portafolio de ${data.person.name}` : 'Tu portafolio'}
        text="Lo que se ha hecho en proyectos aprobados, como responsable o en su equipo, para una promoción o una postulación."
        actions={
          <Button
            loading={saving}
            disabled={!data || isEmpty}
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void save(() => download(printDossier, { params: { person }, query }))}
          >
            Descargar PDF
          </Button>
        }
      />
      <Years list={list} />
      {data && isEmpty && (
        <EmptyState
          title={list.narrowed ? 'Nada en esos años' : 'Todavía no hay nada que contar'}
          text="Aquí aparecen los proyectos desde que se aprueban, las evaluaciones confirmadas y los certificados."
        />
      )}
      <Projects title="Proyectos a cargo" rows={projects.filter(isLeading)} />
      <Projects title="En equipos" rows={projects.filter(row => !isLeading(row))} />
      {more.length > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          El PDF agrega {formatList(more)}.
        </Text>
      )}
    </>
  );
}

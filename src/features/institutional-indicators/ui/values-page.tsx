import { Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { z } from 'zod';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { unitOf } from '../../../domain/sections/indicator-values.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { type KeyFigure, KeyFigures } from '../../../web/layout/key-figures.tsx';
import { ReadFailure } from '../../../web/layout/page-states.tsx';
import { useRead } from '../../../web/query.ts';
import { usePageTitle } from '../../../web/routing/page-title.ts';
import { paths } from '../../../web/routing/paths.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { LinkButton } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { listKinds } from '../../kinds/contract.ts';
import { PeriodFilter } from '../../options/ui/filters.tsx';
import { getInstitutionalTotal, listProjectValues, type ProjectValue, ROLL_UPS } from '../contract.ts';

const figure = (value: number | null, unit: string) =>
  value === null ? '' : [formatNumber(value, 4), unit].filter(Boolean).join(' ');
const percent = (share: number | null) => (share === null ? '' : `${formatNumber(share * 100, 0)} %`);

const columnsFor = (kindLabel: (slug: string) => string): Column<ProjectValue>[] => [
  { key: 'code', title: 'Código', value: r => r.project.code, sort: 'code', width: '9rem' },
  { key: 'title', title: 'Proyecto', value: r => r.project.title, sort: 'title', lines: 2 },
  { key: 'kind', title: 'Tipo', value: r => kindLabel(r.project.kind), optional: true },
  { key: 'school', title: 'Escuela', value: r => r.school, sort: 'school' },
  { key: 'period', title: 'Período', value: r => r.period, sort: 'period', width: '6rem' },
  { key: 'name', title: 'Indicador del proyecto', value: r => r.name, optional: true },
  { key: 'target', title: 'Meta', value: r => figure(r.target, r.unit), align: 'right' },
  { key: 'value', title: 'Valor', value: r => figure(r.value, r.unit), sort: 'value', align: 'right' },
  { key: 'share', title: 'Avance', value: r => percent(r.share), align: 'right', width: '6rem' },
];

/** Shares are put together case by case: nobody would take that for a sum. */
function totalLabel({ kind, rollUp }: Total['indicator']): string {
  if (rollUp === 'sum' && (kind === 'percentage' || kind === 'ratio')) return 'Sobre todos los casos';
  return `${ROLL_UPS.find(r => r.value === rollUp)?.label} de los proyectos`;
}

type Total = OutputOf<typeof getInstitutionalTotal>;

/** What all projects come to, before each of them. */
function Figures({ indicator, total, withValue, withoutValue, reached }: Total) {
  const facts: KeyFigure[] = [
    [totalLabel(indicator), figure(total, unitOf(indicator)) || 'Sin mediciones'],
    ['Con valor', formatNumber(withValue)],
    ['Sin valor', formatNumber(withoutValue)],
    ['Llegaron a su meta', formatNumber(reached)],
  ];
  return <KeyFigures facts={facts} />;
}

/** One indicator of the institution: what awarded projects have come to, together and each. */
export function ValuesPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { query } = useListState(listProjectValues.query as z.ZodObject);
  const period = typeof query.period === 'string' ? { period: query.period } : {};
  const { data, error, refetch } = useRead(
    getInstitutionalTotal,
    { params: { id }, query: period },
    { keepPrevious: true },
  );
  const { data: kinds = [] } = useRead(listKinds);
  usePageTitle(data?.indicator.name);
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={480} aria-busy />;
  const labels = new Map<string, string>(kinds.map(k => [k.definition.slug, k.definition.label]));
  return (
    <>
      <PageHeader
        title={data.indicator.name}
        text={data.indicator.description || 'Valores aceptados de los proyectos aprobados que lo usan.'}
        actions={
          <LinkButton variant="default" href={paths.institutionalIndicators({ open: id })}>
            Ver el indicador
          </LinkButton>
        }
      />
      <Figures {...data} />
      <DataList<ProjectValue>
        title="Valores por proyecto"
        endpoint={listProjectValues}
        params={{ id }}
        columns={columnsFor(slug => labels.get(slug) ?? slug)}
        filters={<PeriodFilter />}
        href={r => paths.project(r.project.kind, r.project.id, { section: 'indicators' })}
        empty={{
          title: 'Ningún proyecto aprobado lo usa todavía',
          text: 'Quien escribe un proyecto lo elige en su sección Indicadores.',
        }}
      />
    </>
  );
}

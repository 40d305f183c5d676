import { Skeleton, Stack, Text } from '@mantine/core';
import { drawHeatTable, type HeatData } from '../../../../domain/drawings/heat-table.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import { useRead } from '../../../../web/query.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { type Criteria, getCriteria } from '../../criteria/contract.ts';

/** A table of proposals and criteria, shaded by how much of its points each has. */
export function CriteriaPanel({ call }: { call: string }) {
  const { data, error, refetch } = useRead(getCriteria, { params: { call } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton h={320} />;
  if (data.total === 0)
    return <EmptyState title="Todavía no hay evaluaciones confirmadas" headingLevel={3} />;
  const heat = heatOf(data);
  return (
    <Stack gap="sm" mt="xs">
      <Text size="sm" maw="46rem">
        Promedio de las evaluaciones confirmadas, en porcentaje del máximo de cada criterio. Primero la
        propuesta con mejor puntaje. {shownOf(data)}
      </Text>
      <Figure title="Promedio de cada propuesta por criterio" draw={sheet => drawHeatTable(heat, sheet)} />
    </Stack>
  );
}

const shownOf = ({ proposals, total }: Criteria): string =>
  total > proposals.length
    ? `Se muestran las primeras ${proposals.length} de ${formatNumber(total)} propuestas.`
    : `${formatCount(total, 'propuesta', 'propuestas')}.`;

const percent = (value: number): string => `${formatNumber(value, 0)} %`;

const heatOf = (data: Criteria): HeatData => ({
  columns: data.criteria.map(c => c.name),
  rows: data.proposals.map(p => ({ label: `${p.code} ${p.title}`, values: p.means })),
  of: 'Propuesta',
  range: [0, 100],
  format: percent,
  sentence: sentenceOf(data),
});

/** Where proposals did best and worst; of one criterion alone how they did. */
function sentenceOf({ criteria, proposals }: Criteria): string {
  const known = criteria.flatMap(({ name }, n) => {
    const means = proposals.flatMap(p => p.means[n] ?? []);
    return means.length > 0 ? [{ name, mean: means.reduce((a, b) => a + b, 0) / means.length }] : [];
  });
  const [lowest, ...rest] = known.toSorted((a, b) => a.mean - b.mean);
  if (!lowest) return 'Ningún criterio tiene puntajes.';
  const highest = rest.at(-1);
  if (!highest) return `En promedio, ${percent(lowest.mean)} en «${lowest.name}».`;
  if (percent(highest.mean) === percent(lowest.mean))
    return `En promedio, ${percent(lowest.mean)} en cada criterio.`;
  return `En promedio, lo más alto es «${highest.name}» (${percent(highest.mean)}) y lo más bajo «${lowest.name}» (${percent(lowest.mean)}).`;
}

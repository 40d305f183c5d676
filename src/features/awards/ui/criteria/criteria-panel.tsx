import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { drawHeatTable, type HeatData } from '../../../../domain/drawings/heat-table.ts';
import type { Sheet } from '../../../../domain/drawings/sheet.ts';
import type { OutputOf } from '../../../../domain/kit/endpoint.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { Figure } from '../../../../web/drawing/figure.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import type { getRanking, Ranked } from '../../contract.ts';

type Criterion = OutputOf<typeof getRanking>['criteria'][number];

/** What of a ranking tells how proposals did in each criterion. */
export interface MeasuredRanking {
  readonly criteria: readonly Pick<Criterion, 'id' | 'name' | 'maxPoints'>[];
  readonly rows: readonly Pick<Ranked, 'id' | 'code' | 'title' | 'scores' | 'criteria'>[];
}

/** The means of the ranking's table, shaded by how much of its points each proposal has in each criterion. */
export function CriteriaPanel({ ranking: { criteria, rows } }: { ranking: MeasuredRanking }) {
  const read = useMemo(() => rows.filter(r => r.scores.length > 0), [rows]);
  const draw = useMemo(() => {
    const heat = heatOf({ criteria, rows: read });
    return (sheet: Sheet) => drawHeatTable(heat, sheet);
  }, [criteria, read]);
  if (read.length === 0)
    return <EmptyState title="Todavía no hay evaluaciones confirmadas" headingLevel={3} />;
  return (
    <Stack gap="sm" mt="xs">
      <Text size="sm" maw="46rem">
        Promedio de las evaluaciones confirmadas, en porcentaje del máximo de cada criterio. Primero la
        propuesta con mejor puntaje. {formatCount(read.length, 'propuesta', 'propuestas')}.
      </Text>
      <Figure title="Promedio de cada propuesta por criterio" draw={draw} />
    </Stack>
  );
}

const percent = (value: number): string => `${formatNumber(value, 0)} %`;

/** Percent of the most points of each criterion, in their order. */
const meansOf = (
  row: MeasuredRanking['rows'][number],
  criteria: MeasuredRanking['criteria'],
): (number | null)[] =>
  criteria.map(({ id, maxPoints }) => {
    const mark = row.criteria[id];
    return mark ? (100 * mark.mean) / maxPoints : null;
  });

const heatOf = ({ criteria, rows }: MeasuredRanking): HeatData => ({
  columns: criteria.map(c => c.name),
  rows: rows.map(r => ({ label: `${r.code} ${r.title}`, values: meansOf(r, criteria) })),
  of: 'Propuesta',
  range: [0, 100],
  format: percent,
  sentence: sentenceOf({ criteria, rows }),
});

/** Where proposals did best and worst; of one criterion alone how they did. */
function sentenceOf({ criteria, rows }: MeasuredRanking): string {
  const known = criteria.flatMap(({ name }, n) => {
    const means = rows.flatMap(r => meansOf(r, criteria)[n] ?? []);
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

import { Group, Skeleton, Table, Title } from '@mantine/core';
import { Suspense } from 'react';
import { formatMoney, formatNumber } from '../../../../domain/text/format.ts';
import { type KeyFigure, KeyFigures } from '../../../../web/layout/key-figures.tsx';
import { useRead } from '../../../../web/query.ts';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import cards from '../../../../web/table/cards.module.css';
import { DownloadMenu } from '../../../../web/table/download-menu.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import type { CallDetail } from '../../contract.ts';
import { type Figures, getFigures } from '../../figures/contract.ts';
import classes from './admin-call.module.css';

type Reached = Figures['total'];
const COUNTS = [
  ['received', 'Recibidas'],
  ['admitted', 'Admitidas'],
  ['reviewed', 'Evaluadas'],
  ['awarded', 'Adjudicadas'],
] as const;

const ReceivedFigure = lazyPart(() => import('./progress/received-figure.tsx'), 'ReceivedFigure');
/** Pixels that it takes, about. */
const RECEIVED_HEIGHT = 360;

/** How many proposals came how far, and the money. */
export function FiguresTab({ call }: { call: CallDetail }) {
  const { data, error, refetch } = useRead(getFigures, { params: { call: call.id }, query: {} });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={320} aria-busy />;
  const { total, budget, left } = data;
  const facts: KeyFigure[] = [
    ...COUNTS.map(([key, label]) => [label, formatNumber(total[key], 0)] as const),
    ['Solicitado', formatMoney(total.asked)],
    ['Adjudicado', formatMoney(total.granted)],
    ['Presupuesto', formatMoney(budget)],
    ['Queda', formatMoney(left)],
  ];
  return (
    <>
      <Group mb="sm">
        <DownloadMenu files={[{ list: getFigures }]} params={{ call: call.id }} />
      </Group>
      <KeyFigures facts={facts} />
      {total.received > 0 && (
        <Suspense fallback={<Skeleton h={RECEIVED_HEIGHT} />}>
          <ReceivedFigure call={call} />
        </Suspense>
      )}
      <Breakdown
        title="Por línea"
        first="Línea"
        rows={data.lines.map(l => ({ ...l, left: l.left }))}
        last="Queda"
      />
      <Breakdown
        title="Por facultad"
        first="Facultad"
        rows={data.faculties.map(f => ({ ...f, id: f.id ?? '', name: f.name ?? 'Sin facultad' }))}
      />
    </>
  );
}

interface BreakdownProps {
  title: string;
  first: string;
  rows: readonly (Reached & { id: string; name: string; left?: number })[];
  /** Heading of what is left, where a row has a budget of its own. */
  last?: string;
}

const moneyOf = ({ asked, granted, left }: BreakdownProps['rows'][number]) =>
  [
    ['Solicitado', asked],
    ['Adjudicado', granted],
    ...(left === undefined ? [] : [['Queda', left] as const]),
  ] as const;

function Breakdown({ title, first, rows, last }: BreakdownProps) {
  if (rows.length === 0) return null;
  const heads = [
    first,
    ...COUNTS.map(([, label]) => label),
    'Solicitado',
    'Adjudicado',
    ...(last ? [last] : []),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={`${cards.cards} ${classes.breakdown}`} tabIndex={0} aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Table mb="lg">
        <Table.Thead>
          <Table.Tr>
            {heads.map((head, n) => (
              <Table.Th key={head} scope="col" data-number={n > 0 || undefined}>
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.id}>
              <Table.Th scope="row" fw={400} data-first>
                {row.name}
              </Table.Th>
              {COUNTS.map(([key, label]) => (
                <Table.Td key={key} className="figures" data-number data-label={label}>
                  {formatNumber(row[key], 0)}
                </Table.Td>
              ))}
              {moneyOf(row).map(([label, money]) => (
                <Table.Td key={label} className="figures" data-number data-label={label}>
                  {formatMoney(money)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

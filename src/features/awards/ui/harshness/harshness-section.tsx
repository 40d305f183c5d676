import { Skeleton, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core';
import { isAdjusted, LEAST_REVIEWS } from '../../../../domain/calls/harshness.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { useRead } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import cards from '../../../../web/table/cards.module.css';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import { type AdjustedProposal, getHarshness, type HarshReviewer } from '../../harshness/contract.ts';
import { FoldedSection } from '../folded/folded-section.tsx';
import { usePages } from '../pages.tsx';
import classes from './harshness.module.css';

/** Folded until somebody asks: how harsh each reviewer was, and the ranking as if all had scored alike. */
export const HarshnessSection = ({ call }: { call: string }) => (
  <FoldedSection title="Severidad de quienes evalúan" content={() => <Panel call={call} />} />
);

function Panel({ call }: { call: string }) {
  const { data, error, refetch } = useRead(getHarshness, { params: { call }, query: {} });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton h={200} />;
  if (data.mean === null)
    return <EmptyState title="Todavía no hay evaluaciones confirmadas" headingLevel={3} />;
  return (
    <Stack gap="lg" mt="xs">
      <Text size="sm" maw="46rem">
        A cada puntaje se le suma el promedio de la convocatoria ({formatNumber(data.mean, 2)}) menos el
        promedio de quien lo puso; el puntaje ajustado es el promedio de los que resultan. Con menos de{' '}
        {LEAST_REVIEWS} evaluaciones confirmadas no se ajusta. Quien recibió propuestas más débiles también
        parece más severo. <strong>Es información: no cambia puntajes ni resultados.</strong>
      </Text>
      <div>
        <Title order={3} size="h5">
          Promedio de cada persona
        </Title>
        <Reviewers reviewers={data.reviewers} />
      </div>
      <div>
        <Title order={3} size="h5">
          Lista ajustada
        </Title>
        <Proposals proposals={data.proposals} />
      </div>
    </Stack>
  );
}

const signed = (points: number): string => `${points > 0 ? '+' : ''}${formatNumber(points, 2)}`;

function Reviewers({ reviewers }: { reviewers: readonly HarshReviewer[] }) {
  const most = Math.max(1, ...reviewers.map(r => Math.abs(r.difference)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={cards.cards} tabIndex={0} aria-label="Promedio de cada persona">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Evalúa</Table.Th>
            <Table.Th scope="col" data-number>
              Evaluaciones
            </Table.Th>
            <Table.Th scope="col" data-number>
              Promedio
            </Table.Th>
            <Table.Th scope="col">Diferencia (negativa: más severa)</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {reviewers.map(r => (
            <Table.Tr key={r.id}>
              <Table.Td data-first>
                {r.name}
                {!isAdjusted(r) && (
                  <Text size="xs" c="dimmed">
                    Sin ajuste: {formatCount(r.reviews, 'evaluación', 'evaluaciones')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="figures" data-number data-label="Evaluaciones">
                {r.reviews}
              </Table.Td>
              <Table.Td className="figures" data-number data-label="Promedio">
                {formatNumber(r.mean, 2)}
              </Table.Td>
              <Table.Td data-label="Diferencia">
                <Difference points={r.difference} share={Math.abs(r.difference) / most} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** Harsher to the left and filled, milder to the right and striped. */
function Difference({ points, share }: { points: number; share: number }) {
  const half = (filled: boolean) => ({ width: filled ? `${100 * share}%` : 0 });
  return (
    <span className={classes.difference}>
      <span className="figures">{signed(points)}</span>
      <span className={classes.scale} aria-hidden>
        <span className={classes.harsher}>
          <span style={half(points < 0)} />
        </span>
        <span className={classes.milder}>
          <span style={half(points > 0)} />
        </span>
      </span>
    </span>
  );
}

function Proposals({ proposals }: { proposals: readonly AdjustedProposal[] }) {
  const { shown, control } = usePages(proposals);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={cards.cards} tabIndex={0} aria-label="Lista ajustada">
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col" data-number>
                N.º
              </Table.Th>
              <Table.Th scope="col">Propuesta</Table.Th>
              <Table.Th scope="col" data-number>
                Puntaje
              </Table.Th>
              <Table.Th scope="col" data-number>
                Ajustado
              </Table.Th>
              <Table.Th scope="col" data-number>
                N.º ajustado
              </Table.Th>
              <Table.Th scope="col">Cambio</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map(p => (
              <ProposalRow key={p.id} proposal={p} />
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {control}
    </>
  );
}

function ProposalRow({ proposal: p }: { proposal: AdjustedProposal }) {
  return (
    <Table.Tr>
      <Table.Td className="figures" data-number data-label="N.º">
        {p.rank}
      </Table.Td>
      <Table.Td data-first>
        <TextLink href={paths.project(p.kind, p.id, { tab: 'evaluation' })}>{p.code}</TextLink> {p.title}
      </Table.Td>
      <Table.Td className="figures" data-number data-label="Puntaje">
        {formatNumber(p.score, 2)}
      </Table.Td>
      <Table.Td className="figures" data-number data-label="Ajustado">
        {formatNumber(p.adjusted, 2)}
      </Table.Td>
      <Table.Td className="figures" data-number data-label="N.º ajustado">
        {p.adjustedRank}
      </Table.Td>
      <Table.Td className="figures" data-label="Cambio">
        <Change places={p.rank - p.adjustedRank} />
      </Table.Td>
    </Table.Tr>
  );
}

/** Places up, or down below 0. */
function Change({ places }: { places: number }) {
  if (places === 0) return 'igual';
  const many = formatCount(Math.abs(places), 'lugar', 'lugares');
  return (
    <span>
      <span aria-hidden>
        {places > 0 ? '▲' : '▼'}
        {Math.abs(places)}
      </span>
      <VisuallyHidden>{places > 0 ? `sube ${many}` : `baja ${many}`}</VisuallyHidden>
    </span>
  );
}

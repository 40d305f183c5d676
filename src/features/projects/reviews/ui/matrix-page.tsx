import { Button, Group, Pagination, Skeleton, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { formatNumber } from '../../../../domain/format.ts';
import { paths } from '../../../../web/paths.ts';
import { useRead } from '../../../../web/query.ts';
import { useListState } from '../../../../web/table/list-state.ts';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { TextLink } from '../../../../web/ui/link.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { listCalls } from '../../../calls/contract.ts';
import { getMatrix, type MatrixProposal, type MatrixReviewer } from '../contract.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { CellDialog } from './cell-dialog.tsx';
import classes from './matrix.module.css';
import { ProposeDialog } from './propose-dialog.tsx';
import { ReviewStatePill } from './review-state.tsx';

type Cell = MatrixProposal['reviews'][number];
const SIZE = 25;

/** Who reviews what: proposals against the reviewers they have, and how much each reviewer has. */
export function MatrixPage() {
  const list = useListState(getMatrix.query as z.ZodObject);
  const query = { ...list.query, size: SIZE } as { page: number; size: number; lacking?: boolean };
  const { data, error, refetch } = useRead(getMatrix, { query: query as never }, { keepPrevious: true });
  const [proposing, setProposing] = useState(false);
  const lacking = list.values.lacking === 'true';
  return (
    <>
      <PageHeader
        title="Asignar evaluadores"
        text="Lo que está en evaluación, quién lo evalúa y cuánto tiene cada persona."
        actions={<Button onClick={() => setProposing(true)}>Proponer asignación</Button>}
      />
      <Group mb="md" gap="sm">
        <TextInput
          aria-label="Buscar por código o título"
          placeholder="Código o título"
          defaultValue={typeof list.values.q === 'string' ? list.values.q : ''}
          onBlur={event => list.set({ q: event.currentTarget.value || null })}
          onKeyDown={event => event.key === 'Enter' && list.set({ q: event.currentTarget.value || null })}
        />
        <Button
          variant={lacking ? 'filled' : 'default'}
          aria-pressed={lacking}
          onClick={() => list.set({ lacking: lacking ? null : 'true' })}
        >
          Solo las que no tienen todos sus evaluadores
        </Button>
      </Group>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={320} />}
      {data && data.rows.length === 0 && (
        <EmptyState
          title="No hay propuestas que mostrar"
          text="Aquí aparecen las propuestas que están en evaluación."
        />
      )}
      {data && data.rows.length > 0 && (
        <Stack>
          <Matrix rows={data.rows} />
          <Pagination
            total={Math.ceil(data.total / SIZE)}
            value={query.page}
            onChange={page => list.set({ page: String(page) })}
            getControlProps={control => ({
              'aria-label': control === 'next' ? 'Página siguiente' : 'Página anterior',
            })}
          />
        </Stack>
      )}
      {data && <Loads reviewers={data.reviewers} />}
      <Resolutions />
      {proposing && <ProposeDialog onClose={() => setProposing(false)} />}
    </>
  );
}

function Matrix({ rows }: { rows: readonly MatrixProposal[] }) {
  const [assigning, setAssigning] = useState<MatrixProposal | null>(null);
  const [opened, setOpened] = useState<{ cell: Cell; proposal: MatrixProposal } | null>(null);
  const people = [...new Map(rows.flatMap(p => p.reviews.map(r => [r.userId, r.name] as const)))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Propuestas y evaluadores">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className={classes.head ?? ''}>
              Propuesta
            </Table.Th>
            <Table.Th scope="col">Puntaje</Table.Th>
            <Table.Th scope="col">Faltan</Table.Th>
            {people.map(([id, name]) => (
              <Table.Th key={id} scope="col">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(p => (
            <Table.Tr key={p.id}>
              <Table.Th scope="row" className={classes.head ?? ''} fw={400}>
                <TextLink href={paths.project(p.kind, p.id, { tab: 'evaluation' })}>{p.code}</TextLink>
                <Text size="sm">{p.title}</Text>
                <Text size="xs" c="dimmed">
                  {p.school?.name}
                  {p.blind && ' · a ciegas'}
                </Text>
              </Table.Th>
              <Table.Td className="figures">{p.score === null ? '—' : formatNumber(p.score, 2)}</Table.Td>
              <Table.Td>
                <Button
                  size="compact-sm"
                  variant={p.lacking > 0 ? 'light' : 'subtle'}
                  aria-label={`Invitar a alguien a evaluar ${p.code}`}
                  onClick={() => setAssigning(p)}
                >
                  {p.lacking > 0 ? `Faltan ${p.lacking}: invitar` : 'Invitar'}
                </Button>
              </Table.Td>
              {people.map(([id]) => {
                const cell = p.reviews.find(r => r.userId === id);
                return (
                  <Table.Td key={id}>
                    {cell && <MatrixCell cell={cell} onOpen={() => setOpened({ cell, proposal: p })} />}
                  </Table.Td>
                );
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {assigning && <AssignDialog proposal={assigning} onClose={() => setAssigning(null)} />}
      {opened && <CellDialog {...opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

const OPENS = ['invited', 'accepted', 'confirmed'];

function MatrixCell({ cell, onOpen }: { cell: Cell; onOpen: () => void }) {
  const verb = cell.state === 'confirmed' ? 'Devolver' : 'Reemplazar';
  return (
    <div className={classes.cell}>
      <ReviewStatePill state={cell.state} />
      {cell.score !== null && <span className="figures">{formatNumber(cell.score, 2)}</span>}
      {cell.reason && (
        <Text size="xs" c="dimmed">
          {cell.reason}
        </Text>
      )}
      {OPENS.includes(cell.state) && (
        <Button size="compact-xs" variant="subtle" aria-label={`${verb}: ${cell.name}`} onClick={onOpen}>
          {verb}
        </Button>
      )}
    </div>
  );
}

/** Calls whose proposals are being evaluated lead to their resolution. */
function Resolutions() {
  const { data } = useRead(listCalls, { query: { state: 'evaluation' } as never });
  if (!data || data.rows.length === 0) return null;
  return (
    <section aria-label="Resolución">
      <Title order={2} size="h3" mt="xl" mb="sm">
        Resolución
      </Title>
      <Group gap="md">
        {data.rows.map(call => (
          <TextLink key={call.id} href={paths.ranking(call.id)}>
            {call.name} {call.year}
          </TextLink>
        ))}
      </Group>
    </section>
  );
}

function Loads({ reviewers }: { reviewers: readonly MatrixReviewer[] }) {
  return (
    <section aria-label="Carga de cada persona">
      <Title order={2} size="h3" mt="xl" mb="sm">
        Carga de cada persona
      </Title>
      <ul className={classes.loads}>
        {reviewers.map(r => (
          <li key={r.id}>
            <span>
              {r.name}
              <Text size="xs" c="dimmed">
                {[r.school?.name, r.expertise.join(', ')].filter(Boolean).join(' · ')}
              </Text>
            </span>
            <span className="figures">
              {r.load} pendientes, {r.done} listas
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

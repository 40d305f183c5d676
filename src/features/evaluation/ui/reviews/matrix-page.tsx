import { Button, Group, Select, Skeleton, Stack, Switch, Table, Text, TextInput, Title } from '@mantine/core';
import { IconUserShield } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { CONSENSUS_LABELS, isActiveReview, isConfirmed } from '../../../../domain/calls/review-states.ts';
import { callTitle } from '../../../../domain/catalogues/call-title.ts';
import { formatCount, formatNumber } from '../../../../domain/text/format.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { useRead } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import cards from '../../../../web/table/cards.module.css';
import { type ListState, useListState } from '../../../../web/table/list-state.ts';
import { Pages } from '../../../../web/table/pages.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import { LinkButton, TextLink } from '../../../../web/ui/link.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { listCalls } from '../../../calls/contract.ts';
import { getMatrix, type MatrixProposal, type MatrixReviewer } from '../../reviews/contract.ts';
import { RoundBar } from '../preferences/round-bar.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CellDialog } from './cell-dialog.tsx';
import classes from './matrix.module.css';
import { ProposeDialog } from './propose-dialog.tsx';
import { ReviewStatePill } from './review-state.tsx';

type Cell = MatrixProposal['reviews'][number];
const SIZE = 25;
const FRAME = `${cards.cards} ${classes.scroll}`;

/** Who reviews what: proposals against the reviewers they have, and how much each reviewer has. */
export function MatrixPage() {
  const list = useListState(getMatrix.query as z.ZodObject);
  const query = { ...list.query, size: SIZE };
  const { data, error, refetch } = useRead(getMatrix, { query }, { keepPrevious: true });
  const [proposing, setProposing] = useState(false);
  const call = typeof list.query.call === 'string' ? list.query.call : null;
  return (
    <>
      <PageHeader
        title="Asignar evaluadores"
        text="Lo que está en evaluación, quién lo evalúa y cuánto tiene cada persona."
        actions={
          <>
            {call && <LinkButton href={paths.ranking(call)}>Ir a la resolución</LinkButton>}
            <Button onClick={() => setProposing(true)}>Proponer asignación</Button>
          </>
        }
      />
      <Filters list={list} call={call} />
      {call && <RoundBar call={call} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={320} />}
      {data && data.withheld > 0 && <Withheld count={data.withheld} />}
      {data && data.rows.length === 0 && (
        <EmptyState
          title={emptyTitle(list.narrowed, data.withheld)}
          text="Llegan aquí cuando la oficina las declara admisibles."
          action={list.narrowed && <Button onClick={list.clear}>Quitar los filtros</Button>}
        />
      )}
      {data && data.rows.length > 0 && (
        <Stack>
          <Matrix rows={data.rows} />
          <Pages
            total={Math.ceil(data.total / SIZE)}
            value={Number(list.values.page)}
            onChange={page => list.set({ page: String(page) })}
          />
        </Stack>
      )}
      {data && <Loads reviewers={data.reviewers} />}
      {proposing && (
        <ProposeDialog call={call} withheld={data?.withheld ?? 0} onClose={() => setProposing(false)} />
      )}
    </>
  );
}

function emptyTitle(narrowed: boolean, withheld: number): string {
  if (narrowed) return withheld > 0 ? 'Nada más coincide con los filtros' : 'Nada coincide con los filtros';
  return withheld > 0 ? 'No hay otras propuestas en evaluación' : 'No hay propuestas en evaluación';
}

/** Whoever takes part in a proposal of a call arranges the reviews of none. */
function Withheld({ count }: { count: number }) {
  return (
    <Group gap="xs" mb="md" wrap="nowrap" align="flex-start">
      <IconUserShield size={20} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="sm">
        {count === 1
          ? 'No se muestra 1 propuesta: participas en ella o en otra de su convocatoria.'
          : `No se muestran ${formatNumber(count, 0)} propuestas: participas en ellas o en otras de su convocatoria.`}
      </Text>
    </Group>
  );
}

function Filters({ list, call }: { list: ListState; call: string | null }) {
  // Newest first; what is older than that is resolved.
  const { data: calls } = useRead(listCalls, { query: { sort: '-closes', size: 100 } });
  const lacking = list.query.lacking === 'true';
  const search = (text: string) => list.set({ q: text || null });
  return (
    <Group mb="md" gap="sm">
      <TextInput
        aria-label="Buscar por código o título"
        placeholder="Código o título"
        w={{ base: '100%', sm: 'auto' }}
        defaultValue={typeof list.query.q === 'string' ? list.query.q : ''}
        onBlur={event =>
          event.currentTarget.value !== (list.query.q ?? '') && search(event.currentTarget.value)
        }
        onKeyDown={event => event.key === 'Enter' && search(event.currentTarget.value)}
      />
      <Select
        aria-label="Convocatoria"
        placeholder="Convocatoria"
        w={{ base: '100%', sm: 260 }}
        data={(calls?.rows ?? []).map(c => ({ value: c.id, label: callTitle(c) }))}
        value={call}
        onChange={value => list.set({ call: value })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('form.clearField') }}
        nothingFoundMessage={t('form.nothingFound')}
      />
      <Switch
        label="Solo con evaluadores por asignar"
        checked={lacking}
        onChange={() => list.set({ lacking: lacking ? null : 'true' })}
      />
    </Group>
  );
}

function Matrix({ rows }: { rows: readonly MatrixProposal[] }) {
  const [assigning, setAssigning] = useState<MatrixProposal | null>(null);
  const [opened, setOpened] = useState<{ cell: Cell; proposal: MatrixProposal } | null>(null);
  const people = [...new Map(rows.flatMap(p => p.reviews.map(r => [r.userId, r.name] as const)))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={FRAME} tabIndex={0} aria-label="Propuestas y evaluadores">
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
            <MatrixRow
              key={p.id}
              proposal={p}
              people={people}
              onAssign={() => setAssigning(p)}
              onOpen={cell => setOpened({ cell, proposal: p })}
            />
          ))}
        </Table.Tbody>
      </Table>
      {assigning && <AssignDialog proposal={assigning} onClose={() => setAssigning(null)} />}
      {opened && <CellDialog {...opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

interface RowProps {
  proposal: MatrixProposal;
  /** Id and name of each reviewer with a column. */
  people: readonly (readonly [string, string])[];
  onAssign: () => void;
  onOpen: (cell: Cell) => void;
}

function MatrixRow({ proposal, people, onAssign, onOpen }: RowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.head ?? ''} fw={400} data-first>
        <TextLink href={paths.project(proposal.kind, proposal.id, { tab: 'evaluation' })}>
          {proposal.code}
        </TextLink>
        <Text size="sm">{proposal.title}</Text>
        <Text size="xs" c="dimmed">
          {proposal.school?.name}
          {proposal.blind && ' · a ciegas'}
        </Text>
      </Table.Th>
      <Table.Td className="figures" data-label="Puntaje">
        {proposal.score === null ? '—' : formatNumber(proposal.score, 2)}
        {proposal.consensusUntil && (
          <Text size="xs" c="dimmed">
            En consenso hasta el <DateTime value={proposal.consensusUntil} />
          </Text>
        )}
      </Table.Td>
      <Table.Td data-label="Faltan">
        <Button
          size="compact-sm"
          variant={proposal.lacking > 0 ? 'light' : 'subtle'}
          aria-label={`Invitar a alguien a evaluar ${proposal.code}`}
          onClick={onAssign}
        >
          {proposal.lacking === 0
            ? 'Invitar'
            : `${proposal.lacking === 1 ? 'Falta' : 'Faltan'} ${proposal.lacking}: invitar`}
        </Button>
      </Table.Td>
      {people.map(([id, name]) => {
        const cell = proposal.reviews.find(r => r.userId === id);
        return (
          <Table.Td key={id} data-label={name}>
            {cell && <MatrixCell cell={cell} onOpen={() => onOpen(cell)} />}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

function MatrixCell({ cell, onOpen }: { cell: Cell; onOpen: () => void }) {
  const verb = isConfirmed(cell) ? 'Devolver' : 'Reemplazar';
  return (
    <div className={classes.cell}>
      <ReviewStatePill state={cell.state} />
      {cell.score !== null && <span className="figures">{formatNumber(cell.score, 2)}</span>}
      {cell.consensusAnswer && (
        <Text size="xs" c="dimmed">
          {CONSENSUS_LABELS[cell.consensusAnswer]}
        </Text>
      )}
      {cell.reason && (
        <Text size="xs" c="dimmed">
          {cell.reason}
          {cell.suggestion && ` Sugiere a: ${cell.suggestion}.`}
        </Text>
      )}
      {isActiveReview(cell) && (
        <Button size="compact-xs" variant="subtle" aria-label={`${verb}: ${cell.name}`} onClick={onOpen}>
          {verb}
        </Button>
      )}
    </div>
  );
}

/** As bars of one scale, the most loaded first. */
function Loads({ reviewers }: { reviewers: readonly MatrixReviewer[] }) {
  const most = Math.max(1, ...reviewers.map(r => r.load + r.done));
  const share = (count: number) => `${(100 * count) / most}%`;
  const sorted = [...reviewers].sort((a, b) => b.load + b.done - a.load - a.done);
  return (
    <section aria-label="Carga de cada persona">
      <Title order={2} size="h3" mt="xl">
        Carga de cada persona
      </Title>
      <Text size="sm" mb="sm">
        Lleno: evaluaciones listas. Rayado: pendientes.
      </Text>
      <ul className={classes.loads}>
        {sorted.map(r => (
          <li key={r.id}>
            <span>
              {r.name}
              <Text size="xs" c="dimmed">
                {[r.school?.name, r.expertise.join(', ')].filter(Boolean).join(' · ')}
              </Text>
            </span>
            <span className="figures">
              {formatCount(r.load, 'pendiente', 'pendientes')}, {formatCount(r.done, 'lista', 'listas')}
            </span>
            <span className={classes.bar} aria-hidden>
              <span style={{ width: share(r.done) }} />
              <span style={{ width: share(r.load) }} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { Alert, Button, Group, Progress, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import { plain } from '../../../../domain/text/plain.ts';
import { text } from '../../../../domain/text/rules.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { useRead } from '../../../../web/query.ts';
import { type ListState, useListState } from '../../../../web/table/list-state.ts';
import { Pages } from '../../../../web/table/pages.tsx';
import { SearchField } from '../../../../web/table/toolbar/toolbar.tsx';
import { EmptyState } from '../../../../web/ui/empty-state.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { PageHeader } from '../../../../web/ui/page-header.tsx';
import { type AskedProposal, getPreferences, type OwnPreferences } from '../../preferences/contract.ts';
import { PreferenceCard } from './preference-card.tsx';
import classes from './preferences.module.css';
import { answeredText } from './rounds-notice.tsx';

const SIZE = 50;
/** What the address holds. All of a call is there at once: what is hidden from a blind reader cannot be searched for. */
const SEARCH = z.object({
  q: text(200).default(''),
  unanswered: z.stringbool().optional(),
  page: z.coerce.number().int().min(1).default(1),
});

/** Which proposals of a call the reader would like to review, before anybody is invited. */
export function PreferencesPage() {
  const { call } = useParams({ strict: false });
  const params = { call: call ?? '' };
  const { data, error, refetch } = useRead(getPreferences, { params });
  return (
    <>
      <PageHeader
        title={data ? `Qué quieres evaluar de ${data.call.name}` : 'Qué quieres evaluar'}
        text="La oficina asigna según lo que respondas aquí; nadie más lo ve. Un conflicto de interés te deja fuera de esa propuesta."
      />
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton h={320} />}
      {data && <Answers key={data.call.id} round={data} />}
    </>
  );
}

function Answers({ round }: { round: OwnPreferences }) {
  const { call, proposals, isOpen } = round;
  const list = useListState(SEARCH);
  // What is answered here stays in sight: it can still be changed, and the focus is on it.
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const isUnanswered = list.query.unanswered === 'true';
  const words = plain(String(list.values.q));
  const found = proposals.filter(
    p =>
      plain(`${p.code} ${p.title} ${p.summary}`).includes(words) &&
      (!isUnanswered || p.preference === null || kept.has(p.id)),
  );
  const pages = Math.max(1, Math.ceil(found.length / SIZE));
  const page = Math.min(Number(list.values.page), pages);
  return (
    <Stack>
      <Answered round={round} />
      <Filters list={list} isUnanswered={isUnanswered} onNarrow={() => setKept(new Set())} />
      {found.length === 0 && <Nothing list={list} proposals={proposals} />}
      <ul className={classes.list} aria-label="Propuestas">
        {found.slice((page - 1) * SIZE, page * SIZE).map(proposal => (
          <PreferenceCard
            key={proposal.id}
            call={call.id}
            proposal={proposal}
            isOpen={isOpen}
            onAnswer={() => setKept(before => new Set(before).add(proposal.id))}
          />
        ))}
      </ul>
      <Pages total={pages} value={page} onChange={next => void list.set({ page: String(next) })} />
    </Stack>
  );
}

/** How much is answered, and until when it can be. */
function Answered({ round: { proposals, until, isOpen } }: { round: OwnPreferences }) {
  const total = proposals.length;
  const answered = proposals.filter(p => p.preference !== null).length;
  return (
    <>
      {!isOpen && (
        <Alert color="gray" role="note">
          El plazo terminó el {formatInstant(until)}: tus respuestas ya no se pueden cambiar.
        </Alert>
      )}
      <div>
        <Group justify="space-between" mb={4}>
          <Text size="sm" fw={600} className="figures" role="status">
            {answeredText({ answered, total })}
          </Text>
          {isOpen && <Text size="sm">Hasta el {formatInstant(until)}</Text>}
        </Group>
        <Progress value={total === 0 ? 0 : (100 * answered) / total} aria-hidden />
      </div>
    </>
  );
}

interface FiltersProps {
  list: ListState;
  isUnanswered: boolean;
  onNarrow: () => void;
}

function Filters({ list, isUnanswered, onNarrow }: FiltersProps) {
  return (
    <Group gap="sm">
      <SearchField list={list} label="Buscar por código, título o resumen" />
      <Switch
        label="Sin responder"
        checked={isUnanswered}
        onChange={event => {
          onNarrow();
          void list.set({ unanswered: event.currentTarget.checked ? 'true' : null });
        }}
      />
    </Group>
  );
}

function Nothing({ list, proposals }: { list: ListState; proposals: readonly AskedProposal[] }) {
  if (proposals.length === 0)
    return (
      <EmptyState
        title="No hay propuestas que puedas evaluar"
        text="De esta convocatoria no queda ninguna sobre la que haga falta tu respuesta."
      />
    );
  const isDone = proposals.every(p => p.preference !== null) && list.query.unanswered === 'true';
  return (
    <EmptyState
      title={isDone ? 'Respondiste todas' : 'Nada coincide con los filtros'}
      text={isDone ? 'Puedes cambiar tus respuestas hasta que termine el plazo.' : undefined}
      action={<Button onClick={list.clear}>Quitar los filtros</Button>}
    />
  );
}

import { Alert, Button, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconFileCertificate, IconUserShield } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { CALL_STATES } from '../../../domain/calls/calls.ts';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { download } from '../../../web/api.ts';
import { ReadFailure } from '../../../web/layout/page-states.tsx';
import { ProblemError } from '../../../web/problem-error.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { DownloadMenu } from '../../../web/table/download-menu.tsx';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { EmptyState } from '../../../web/ui/empty-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { LinkButton, TextLink } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { Due } from '../../../web/ui/status/whose-turn.tsx';
import { useSaving } from '../../../web/use-saving.ts';
import { getRanking, listLoads, listScores, openAct, type Ranked } from '../contract.ts';
import { getHarshness } from '../harshness/contract.ts';
import { BudgetBars } from './budget-bars.tsx';
import { type Choice, type Choices, choiceOf } from './choices.tsx';
import { CriteriaSection } from './criteria/criteria-section.tsx';
import { HarshnessSection } from './harshness/harshness-section.tsx';
import { PendingNotice } from './pending-notice.tsx';
import { standingOf } from './projection.tsx';
import { RankingTable } from './ranking-table.tsx';
import { ResolveButton } from './resolve-button.tsx';

type Ranking = OutputOf<typeof getRanking>;

/** Proposals by score; the office adjusts what the rules propose, and resolves them all in one act. */
export function RankingPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { data, error, refetch } = useRead(getRanking, { params: { call: id }, query: {} });
  const [choices, setChoices] = useState<Choices>({});
  const choose = (row: Ranked, more: Partial<Choice>) =>
    setChoices(before => ({ ...before, [row.id]: { ...choiceOf(before, row), ...more } }));
  if (error instanceof ProblemError && error.status === 403)
    return <Withheld call={id} why={error.message} />;
  if (error && !data) return <ReadFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={320} />;
  const waiting = waitingIn(data);
  const standing = standingOf(data, choices);
  const { pending } = standing;
  return (
    <>
      <PageHeader
        title={`Resolución: ${data.name}`}
        text={`${CALL_STATES[data.state]}. Por puntaje ${pending.length > 0 ? 'hasta ahora' : 'final'}; mínimo para adjudicar: ${data.minimum}.`}
        actions={
          <>
            <DownloadMenu files={FILES} params={{ call: id }} />
            <LinkButton variant="default" href={paths.adminCall(id)}>
              Ver la convocatoria
            </LinkButton>
            <LinkButton variant="default" href={paths.adminReviews({ call: id })}>
              Ver evaluadores
            </LinkButton>
            {waiting.length + pending.length > 0 && (
              <Resolve call={id} ranking={data} choices={choices} onDone={() => setChoices({})} />
            )}
          </>
        }
      />
      <Stack>
        {pending.length > 0 ? (
          <PendingNotice call={id} pending={pending} refusal={data.refusal} />
        ) : (
          waiting.length > 0 && data.refusal && <Alert color="orange">{data.refusal}</Alert>
        )}
        <Acts call={id} acts={data.acts} />
        <Appeals appeals={data.appeals} />
        {data.rows.length === 0 ? (
          <EmptyState
            title="Todavía no hay propuestas en evaluación"
            text="Aparecen aquí con su puntaje desde que la oficina las declara admisibles."
            action={<LinkButton href={paths.adminReviews({ call: id })}>Asignar evaluadores</LinkButton>}
          />
        ) : (
          <>
            <BudgetBars {...standing} />
            <RankingTable ranking={data} standing={standing} choices={choices} choose={choose} />
            <CriteriaSection ranking={data} />
            <HarshnessSection call={id} />
          </>
        )}
      </Stack>
    </>
  );
}

/** Proposals that wait for their result. */
const waitingIn = ({ rows }: Ranking) => rows.filter(r => r.proposed !== null);

interface ResolveProps {
  call: string;
  ranking: Ranking;
  choices: Choices;
  onDone: () => void;
}

function Resolve({ ranking, ...rest }: ResolveProps) {
  const rows = waitingIn(ranking);
  const reason = ranking.refusal ?? (rows.length === 0 ? 'Ninguna propuesta espera la resolución.' : null);
  if (!reason) return <ResolveButton ranking={ranking} rows={rows} {...rest} />;
  return (
    <ActionButton reason={reason} onClick={() => undefined}>
      Resolver la convocatoria
    </ActionButton>
  );
}

/** Whoever takes part in the call learns its scores with everybody else. */
function Withheld({ call, why }: { call: string; why: string }) {
  return (
    <EmptyState
      headingLevel={1}
      icon={<IconUserShield size={28} aria-hidden />}
      title="Resuelve otra persona de la oficina"
      text={why}
      action={
        <LinkButton variant="default" href={paths.adminCall(call)}>
          Ver la convocatoria
        </LinkButton>
      }
    />
  );
}

function Acts({ call, acts }: { call: string; acts: Ranking['acts'] }) {
  const { saving, save } = useSaving();
  if (acts.length === 0) return null;
  return (
    <Group gap="sm" component="section" aria-label="Actas">
      {acts.map(act => (
        <Group key={act.id} gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconFileCertificate size={16} aria-hidden />}
            disabled={saving}
            onClick={() => void save(() => download(openAct, { params: { call, act: act.id } }))}
          >
            {act.number === 1 ? 'Acta N.º 1' : `Acta suplementaria N.º ${act.number}`}
          </Button>
          <Text size="sm" c="dimmed">
            {act.by ?? 'Por la lista de espera'}, <DateTime value={act.at} withTime />
          </Text>
        </Group>
      ))}
    </Group>
  );
}

const ANSWERS = { true: 'acogida', false: 'rechazada', null: 'por responder' } as const;

function Appeals({ appeals }: { appeals: Ranking['appeals'] }) {
  if (appeals.length === 0) return null;
  return (
    <section aria-label="Apelaciones">
      <Title order={2} size="h4" mb={4}>
        Apelaciones
      </Title>
      <List size="sm">
        {appeals.map(a => (
          <List.Item key={a.id}>
            <TextLink href={paths.project(a.kind, a.id)}>{a.code}</TextLink> {a.title} ·{' '}
            <strong>{ANSWERS[`${a.upheld}`]}</strong>
            {a.upheld === null && (
              <>
                , <Due due={a.due} overdue={a.overdue} />
              </>
            )}
          </List.Item>
        ))}
      </List>
    </section>
  );
}

const FILES = [
  { list: getRanking, label: 'Lista por puntaje' },
  { list: listScores, label: 'Puntajes y comentarios por criterio' },
  { list: listLoads, label: 'Carga y tiempos de cada evaluador' },
  { list: getHarshness, label: 'Severidad y puntajes ajustados' },
] as const;

import { Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { CALL_STATES, isProvisional } from '../../../../../domain/calls/calls.ts';
import type { OutputOf } from '../../../../../domain/kit/endpoint.ts';
import { formatCount } from '../../../../../domain/text/format.ts';
import { useRead } from '../../../../../web/query.ts';
import { paths } from '../../../../../web/routing/paths.ts';
import { ErrorState } from '../../../../../web/ui/error-state.tsx';
import { DateTime } from '../../../../../web/ui/format.tsx';
import { TextLink } from '../../../../../web/ui/link.tsx';
import { StatusPill } from '../../../../../web/ui/status/status-pill.tsx';
import { Due } from '../../../../../web/ui/status/whose-turn.tsx';
import type { CallDetail } from '../../../contract.ts';
import { getProgress, type Hold } from '../../../progress/contract.ts';
import classes from './progress-card.module.css';

type Progress = OutputOf<typeof getProgress>;

/** More would push the call itself out of sight. */
const SHOWN = 5;

/** What a call waits for before it goes on, each with its link. */
export function ProgressCard({ call }: { call: CallDetail }) {
  const { data, error, refetch } = useRead(getProgress, { params: { call: call.id } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={88} mb="md" aria-busy />;
  return (
    <section className={classes.card} aria-labelledby="call-progress">
      <Title order={2} size="h4" id="call-progress">
        Qué falta para seguir
      </Title>
      <Provisional call={call} progress={data} />
      {data.total > 0 ? <Holds call={call} progress={data} /> : !data.appealsUntil && <p>Nada la detiene.</p>}
    </section>
  );
}

interface PartProps {
  call: CallDetail;
  progress: Progress;
}

function Provisional({ call, progress: { appealsUntil, total } }: PartProps) {
  if (!isProvisional(call.state)) return null;
  if (appealsUntil)
    return (
      <p>
        Resultado provisional: se puede apelar hasta el <DateTime value={appealsUntil} withTime />; quedará
        resuelta por sí sola.
      </p>
    );
  return (
    <p>
      Resultado provisional: nadie más puede apelar; quedará resuelta por sí sola
      {total > 0 && ' cuando termine lo que sigue'}.
    </p>
  );
}

function Holds({ call, progress: { next, holds, total } }: PartProps) {
  const [all, setAll] = useState(false);
  const shown = all ? holds : holds.slice(0, SHOWN);
  const what = formatCount(total, 'propuesta o apelación', 'propuestas o apelaciones');
  return (
    <>
      <p>
        Antes de pasar a «{CALL_STATES[next ?? call.state]}» {total === 1 ? 'falta' : 'faltan'} {what}:
      </p>
      <ul className={classes.holds} aria-label="Lo que detiene la convocatoria">
        {shown.map(hold => (
          <HoldLine key={hold.id} hold={hold} now={call.now} />
        ))}
      </ul>
      {total > shown.length && (
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            Se muestran {shown.length} de {total}.
          </Text>
          {holds.length > shown.length && (
            <Button size="compact-sm" variant="default" onClick={() => setAll(true)}>
              Mostrar {holds.length === total ? 'todas' : `las primeras ${holds.length}`}
            </Button>
          )}
          <TextLink href={paths.projects({ call: call.id })}>Ver las propuestas</TextLink>
        </Group>
      )}
    </>
  );
}

function HoldLine({ hold: { id, kind, code, title, status, appeal }, now }: { hold: Hold; now: string }) {
  return (
    <li>
      <span className={classes.title}>
        <TextLink href={paths.project(kind, id)}>{code}</TextLink> {title}
      </span>
      {appeal ? (
        <span>
          Apelación por responder, <Due due={appeal.due} overdue={Date.parse(appeal.due) < Date.parse(now)} />
        </span>
      ) : (
        <StatusPill status={status} />
      )}
    </li>
  );
}

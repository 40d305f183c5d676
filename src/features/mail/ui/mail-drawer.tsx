import { Alert, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { explainMailError } from '../../../domain/notices/mail-errors.ts';
import { isPending, isSent } from '../../../domain/notices/mail-states.ts';
import { useRead } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { SideDrawer } from '../../../web/ui/dialogs/side-drawer.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { getMail } from '../contract.ts';
import classes from './mail.module.css';
import { MailContent } from './mail-content.tsx';
import { MailState, typeLabel } from './mail-state.tsx';
import { useResend } from './use-resend.tsx';

type Mail = OutputOf<typeof getMail>;

/** How often a mail that nobody has tried to deliver yet is read again. */
const POLL_MS = 2000;

/** What is on its way is read again until it was tried. */
function useMail(id: string) {
  const input = { params: { id } };
  const [isWaiting, setIsWaiting] = useState(false);
  const read = useRead(getMail, input, isWaiting ? { refetchInterval: POLL_MS } : {});
  const { data } = read;
  useEffect(() => setIsWaiting(data !== undefined && isPending(data) && data.log.length === 0), [data]);
  return read;
}

/** One mail as it leaves, what happened to it, and the way to send it again. */
export function MailDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useMail(id);
  return (
    <SideDrawer
      onClose={onClose}
      size="44rem"
      title={data?.subject ?? 'Correo'}
      classNames={{ title: classes.title ?? '' }}
    >
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Body mail={data} />
      ) : (
        <Stack aria-busy>
          <Skeleton h={96} />
          <Skeleton h={320} />
        </Stack>
      )}
    </SideDrawer>
  );
}

function Body({ mail }: { mail: Mail }) {
  const { resend, busy, reason } = useResend();
  return (
    <Stack gap="md">
      <Facts mail={mail} />
      {mail.lastError && !isSent(mail) && (
        <Alert color="red" title="El último intento falló">
          <MailError error={mail.lastError} />
        </Alert>
      )}
      <MailContent title="Contenido" letter={mail} />
      <Log log={mail.log} />
      <Group justify="flex-end">
        <ActionButton reason={reason} loading={busy} onClick={() => void resend([mail.id])}>
          Enviar de nuevo
        </ActionButton>
      </Group>
    </Stack>
  );
}

function Facts({
  mail: { to, project, type, state, attempts, createdAt, nextAttemptAt, sentAt },
}: {
  mail: Mail;
}) {
  const rows = [
    ['Para', `${to.name} <${to.address}>`],
    ['Estado', <MailState key="state" state={state} />],
    ['Tipo', typeLabel(type)],
    ...(project
      ? [
          [
            'Proyecto',
            <TextLink key="project" href={paths.project(project.kind, project.id)}>
              {project.code}
            </TextLink>,
          ] as const,
        ]
      : []),
    ['Escrito el', <DateTime key="created" value={createdAt} withTime />],
    ...(sentAt ? [['Enviado el', <DateTime key="sent" value={sentAt} withTime />] as const] : []),
    ...(nextAttemptAt
      ? [['Próximo intento', <DateTime key="next" value={nextAttemptAt} withTime />] as const]
      : []),
    ['Intentos', String(attempts)],
  ] as const;
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What it means first; what the server said is for who looks after it. */
function MailError({ error }: { error: string }) {
  const { words, detail } = explainMailError(error);
  return (
    <>
      {words}
      <ServerMessage text={detail} />
    </>
  );
}

const ServerMessage = ({ text }: { text: string | null }) =>
  text && (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      Mensaje del servidor: {text}
    </Text>
  );

function Log({ log }: Pick<Mail, 'log'>) {
  return (
    <section aria-label="Intentos de envío">
      <Title order={3} size="h4" mb="xs">
        Intentos de envío
      </Title>
      {log.length === 0 ? (
        <Text size="sm" c="dimmed">
          Todavía no se ha intentado enviar.
        </Text>
      ) : (
        <ol className={classes.log}>
          {log.map(({ at, answer, error }) => (
            <li key={at}>
              <span className="figures">
                <DateTime value={at} withTime />
              </span>
              <span>
                <strong>{error ? 'No se entregó.' : 'Entregado.'}</strong>{' '}
                {error ? <MailError error={error} /> : <ServerMessage text={answer} />}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

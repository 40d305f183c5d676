import { Alert, Text } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import type { z } from 'zod';
import { explainMailError } from '../../../domain/notices/mail-errors.ts';
import { isKept } from '../../../domain/notices/mail-states.ts';
import { MAIL_TYPES } from '../../../domain/notices/mail-texts.ts';
import { formatNumber } from '../../../domain/text/format.ts';
import { formatInstant } from '../../../web/dates.ts';
import { Settle } from '../../../web/layout/loading/settle.tsx';
import { messageOf } from '../../../web/problem-error.ts';
import { useRead, useWrite } from '../../../web/query.ts';
import { paths } from '../../../web/routing/paths.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataList } from '../../../web/table/data-list.tsx';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { useListState } from '../../../web/table/list-state.ts';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { TextLink } from '../../../web/ui/link.tsx';
import { PageHeader } from '../../../web/ui/page-header.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { getMailStatus, listMails, type MailRow, sendTestMail } from '../contract.ts';
import { MailDrawer } from './mail-drawer.tsx';
import { MailState, STATE_OPTIONS, stateLabel, typeLabel } from './mail-state.tsx';
import { useResend } from './use-resend.tsx';

const COLUMNS: Column<MailRow>[] = [
  {
    key: 'to',
    title: 'Para',
    value: m => `${m.to.name} <${m.to.address}>`,
    render: m => <span title={m.to.address}>{m.to.name}</span>,
    sort: 'address',
    width: '13rem',
  },
  { key: 'subject', title: 'Asunto', value: m => m.subject, lines: 2, width: '12rem' },
  { key: 'project', title: 'Proyecto', value: m => m.project?.code, width: '8.5rem' },
  {
    key: 'state',
    title: 'Estado',
    value: m => stateLabel(m.state),
    render: m => <MailState state={m.state} />,
    sort: 'state',
    width: '8rem',
  },
  { key: 'attempts', title: 'Intentos', value: m => m.attempts, align: 'right', width: '5.5rem' },
  {
    key: 'nextAttemptAt',
    title: 'Próximo intento',
    value: m => m.nextAttemptAt && formatInstant(m.nextAttemptAt),
    render: m => <DateTime value={m.nextAttemptAt} withTime />,
    sort: 'nextAttemptAt',
    width: '9.5rem',
  },
  { key: 'type', title: 'Tipo', value: m => typeLabel(m.type), optional: true },
  {
    key: 'lastError',
    title: 'Último error',
    value: m => m.lastError && explainMailError(m.lastError).words,
    optional: true,
  },
  {
    key: 'sentAt',
    title: 'Enviado el',
    value: m => m.sentAt && formatInstant(m.sentAt),
    render: m => <DateTime value={m.sentAt} withTime />,
    optional: true,
  },
  {
    key: 'createdAt',
    title: 'Escrito el',
    value: m => formatInstant(m.createdAt),
    render: m => <DateTime value={m.createdAt} withTime />,
    sort: 'createdAt',
    width: '9.5rem',
  },
];

/** The most a request takes. */
const MOST_RESENT = 200;

const GROUPS = [
  { value: 'state', label: 'Estado' },
  { value: 'type', label: 'Tipo' },
];

/** Every mail of the system, whether it left, and why not. */
export function MailsPage() {
  const list = useListState(listMails.query as z.ZodObject);
  const { resend, busy, reason } = useResend();
  const { isPending } = useRead(getMailStatus);
  const { open } = list.values;
  return (
    <>
      <PageHeader
        title="Correos"
        text={<Standing />}
        actions={<TestMail reason={reason} onSent={id => void list.set({ open: id })} />}
      />
      <NotConfigured />
      <Settle isSettled={!isPending}>
        <DataList
          title="Correos"
          endpoint={listMails}
          columns={COLUMNS}
          groups={GROUPS}
          filters={
            <>
              <SelectFilter name="state" label="Estado" options={STATE_OPTIONS} />
              <SelectFilter name="type" label="Tipo" options={MAIL_TYPES} />
            </>
          }
          onOpen={mail => list.set({ open: mail.id })}
          bulk={(rows, clear) => (
            <ActionButton
              size="compact-sm"
              loading={busy}
              reason={
                reason ?? (rows.length > MOST_RESENT ? `Elige hasta ${MOST_RESENT} correos a la vez.` : null)
              }
              onClick={() => void resend(rows.map(r => r.id)).then(clear)}
            >
              Enviar de nuevo
            </ActionButton>
          )}
          tone={mail => (isKept(mail) ? 'dimmed' : undefined)}
          empty={{
            title: 'Todavía no hay correos',
            text: 'Aquí queda cada correo del sistema, con sus intentos de envío.',
          }}
        />
      </Settle>
      {typeof open === 'string' && open !== '' && (
        <MailDrawer key={open} id={open} onClose={() => list.set({ open: null })} />
      )}
    </>
  );
}

/** One to oneself, which opens: there one sees it leave, or why it does not. */
function TestMail({ reason, onSent }: { reason: string | null; onSent: (id: string) => void }) {
  const test = useWrite(sendTestMail, [listMails, getMailStatus]);
  const send = () =>
    test.mutate(
      {},
      {
        onSuccess: ({ id, to }) => {
          toasts.success(asHtml(`Correo de prueba en camino a ${to}.`));
          onSent(id);
        },
        onError: error => toasts.error(asHtml(messageOf(error))),
      },
    );
  return (
    <ActionButton variant="default" reason={reason} loading={test.isPending} onClick={send}>
      Enviar correo de prueba
    </ActionButton>
  );
}

/** Where mails leave from, and those that did not. */
function Standing() {
  const { data } = useRead(getMailStatus);
  if (!data?.configured) return 'Todo lo que el sistema escribe a las personas.';
  const { failed, pending, kept } = data.counts;
  return (
    <>
      Salen por {data.server} como {data.from}. {formatNumber(pending)} en cola.{' '}
      {failed > 0 && (
        <TextLink href={paths.mail({ state: 'failed' })} size="sm">
          {failed === 1 ? '1 no se pudo entregar.' : `${formatNumber(failed)} no se pudieron entregar.`}
        </TextLink>
      )}{' '}
      {kept > 0 && (
        <TextLink href={paths.mail({ state: 'kept' })} size="sm">
          {kept === 1
            ? '1 quedó guardado sin enviar.'
            : `${formatNumber(kept)} quedaron guardados sin enviar.`}
        </TextLink>
      )}
    </>
  );
}

function NotConfigured() {
  const { data } = useRead(getMailStatus);
  if (data?.configured !== false) return null;
  return (
    <Alert
      color="orange"
      icon={<IconMailOff aria-hidden />}
      title="El servidor de correo no está configurado"
      mb="md"
    >
      <Text size="sm">
        Los correos no salen: quedan guardados aquí y se pueden leer. Las personas ven sus avisos en la
        aplicación. Para enviarlos, define <code>SMTP_URL</code> y <code>MAIL_FROM</code> en la configuración
        del servidor y reinícialo.
      </Text>
    </Alert>
  );
}

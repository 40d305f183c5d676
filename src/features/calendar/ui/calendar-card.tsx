import { Button, CopyButton, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../web/api.ts';
import { messageOf } from '../../../web/problem-error.ts';
import { outdate, useRead } from '../../../web/query.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { asHtml, toasts } from '../../../web/ui/toasts/toasts.ts';
import { createCalendarFeed, getCalendarFeed, revokeCalendarFeed } from '../contract.ts';

/** The secret address of one's own calendar: made, copied, ended. */
export function CalendarCard() {
  const client = useQueryClient();
  const { data, error, refetch } = useRead(getCalendarFeed, {});
  const [url, setUrl] = useState<string | null>(null);
  const [asking, setAsking] = useState<'renew' | 'revoke' | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={64} />;
  const { feed } = data;
  const create = async () => {
    const made = await request(createCalendarFeed, {});
    setUrl(made.url);
    setAsking(null);
    void outdate(client, getCalendarFeed);
  };
  const revoke = async () => {
    await request(revokeCalendarFeed, {});
    setUrl(null);
    setAsking(null);
    void outdate(client, getCalendarFeed);
    toasts.success('Dirección quitada: ya no muestra nada.');
  };
  return (
    <>
      {url && <NewAddress url={url} />}
      {feed && <Since {...feed} />}
      <Group gap="xs" mt="sm">
        {feed ? (
          <>
            <Button variant="default" size="xs" onClick={() => setAsking('renew')}>
              Crear otra
            </Button>
            <Button variant="default" size="xs" onClick={() => setAsking('revoke')}>
              Quitar
            </Button>
          </>
        ) : (
          <Button
            size="xs"
            onClick={() => void create().catch(failure => toasts.error(asHtml(messageOf(failure))))}
          >
            Crear dirección
          </Button>
        )}
      </Group>
      <Dialogs asking={asking} onClose={() => setAsking(null)} create={create} revoke={revoke} />
    </>
  );
}

interface DialogsProps {
  asking: 'renew' | 'revoke' | null;
  onClose: () => void;
  create: () => Promise<void>;
  revoke: () => Promise<void>;
}

function Dialogs({ asking, onClose, create, revoke }: DialogsProps) {
  return (
    <>
      <ConfirmDialog
        open={asking === 'renew'}
        title="Crear otra dirección"
        confirm="Crear otra"
        onCancel={onClose}
        onConfirm={create}
      >
        La dirección anterior deja de funcionar: tendrás que cambiarla en los calendarios donde la agregaste.
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'revoke'}
        destructive
        title="Quitar la dirección"
        confirm="Quitar"
        onCancel={onClose}
        onConfirm={revoke}
      >
        Los calendarios donde la agregaste dejan de recibir tus plazos.
      </ConfirmDialog>
    </>
  );
}

function Since({ createdAt, readAt }: { createdAt: string; readAt: string | null }) {
  return (
    <Text size="sm" c="dimmed">
      Tienes una dirección desde el <DateTime value={createdAt} />.{' '}
      {readAt ? (
        <>
          Un calendario la leyó por última vez el <DateTime value={readAt} withTime />.
        </>
      ) : (
        'Ningún calendario la ha leído todavía.'
      )}
    </Text>
  );
}

/** Shown once; nobody can read it again, not even here. */
function NewAddress({ url }: { url: string }) {
  return (
    <>
      <Group align="end" gap="xs" mb="xs">
        <TextInput
          flex={1}
          label="Tu dirección secreta"
          description="Cópiala ahora: no se vuelve a mostrar. Quien la tenga ve tus plazos."
          readOnly
          value={url}
          onFocus={event => event.currentTarget.select()}
        />
        <CopyButton value={url}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copiada' : 'Copiar'}</Button>}
        </CopyButton>
      </Group>
      <Text size="sm" mb="xs">
        En Google Calendar: Otros calendarios, Suscribirse por URL. En Outlook: Agregar calendario,
        Suscribirse desde la web. En Apple: Archivo, Nueva suscripción a calendario.
      </Text>
    </>
  );
}

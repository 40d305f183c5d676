import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { OutputOf } from '../../../domain/kit/endpoint.ts';
import { PROVIDER_NAMES } from '../../../domain/settings/providers.ts';
import { formatDateTime } from '../../../domain/text/format.ts';
import { useRead, useWrite } from '../../../web/query.ts';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../web/ui/error-state.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { endOtherSessions, endSession, listSessions } from '../own-sessions/contract.ts';

type Session = OutputOf<typeof listSessions>['sessions'][number];

const deviceOf = ({ device }: Session) => device || 'Navegador desconocido';

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { provider, current } = session;
  const [since, renewed] = [session.signedInAt, session.renewedAt].map(at => formatDateTime(new Date(at)));
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md" py="xs">
      <div style={{ minWidth: 0 }}>
        <Text fw={600}>{deviceOf(session)}</Text>
        <Text size="sm" c="dimmed">
          Desde el {since}, con {PROVIDER_NAMES[provider]}
        </Text>
        {renewed !== since && (
          <Text size="sm" c="dimmed">
            Renovada el {renewed}
          </Text>
        )}
      </div>
      {current ? (
        <Badge variant="light" tt="none" flex="none">
          Esta sesión
        </Badge>
      ) : (
        <Button
          variant="default"
          size="xs"
          flex="none"
          onClick={onEnd}
          aria-label={`Terminar la sesión en ${deviceOf(session)}`}
        >
          Terminar
        </Button>
      )}
    </Group>
  );
}

/** Where the person is signed in; a session that is not theirs any more ends with a click. */
export function OwnSessions() {
  const { data, error, refetch } = useRead(listSessions);
  const endOne = useWrite(endSession, [listSessions]);
  const endOthers = useWrite(endOtherSessions, [listSessions]);
  // Kept while the dialog closes, so that its text does not change under the eye; `null` stands for all the others.
  const [ending, setEnding] = useState<Session | null>(null);
  const [asking, ask] = useDisclosure();
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton height={112} aria-label="Cargando tus sesiones" />;
  const { sessions } = data;
  const open = (session: Session | null) => {
    setEnding(session);
    ask.open();
  };
  const end = async () => {
    if (ending) await endOne.mutateAsync({ params: { id: ending.id } });
    else await endOthers.mutateAsync({});
    toasts.success(ending ? 'Terminaste la sesión.' : 'Terminaste las demás sesiones.');
    ask.close();
  };
  return (
    <Stack gap="md">
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {sessions.map(session => (
          <SessionRow key={session.id} session={session} onEnd={() => open(session)} />
        ))}
      </ul>
      {sessions.length > 2 && (
        <Button variant="default" onClick={() => open(null)} style={{ alignSelf: 'start' }}>
          Terminar las demás sesiones
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={ending ? '¿Terminar esta sesión?' : '¿Terminar las demás sesiones?'}
        confirm={ending ? 'Terminar sesión' : 'Terminar sesiones'}
        destructive
        onCancel={ask.close}
        onConfirm={end}
      >
        {ending
          ? `${deviceOf(ending)} tendrá que ingresar de nuevo. Lo escrito allí sin guardar queda en ese equipo.`
          : 'Los demás equipos tendrán que ingresar de nuevo. Lo escrito allí sin guardar queda en cada uno.'}
      </ConfirmDialog>
    </Stack>
  );
}

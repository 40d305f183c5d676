import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isOpenRequest } from '../../../../domain/privacy/requests.ts';
import { useRead, useWrite } from '../../../../web/query.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../../../../web/ui/error-state.tsx';
import { DateTime } from '../../../../web/ui/format.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { listOwnDataRequests, type OwnDataRequest, withdrawDataRequest } from '../../contract.ts';
import { RequestDue, RequestPill, rightLabel } from '../looks.tsx';
import { OwnRequestForm } from './own-request-form.tsx';

const lines = { whiteSpace: 'pre-line', overflowWrap: 'anywhere' } as const;

/** Until when the office answers it, and what it said. */
function Course({ request: r }: { request: OwnDataRequest }) {
  return (
    <>
      {isOpenRequest(r.state) && (
        <Text size="sm">
          La oficina la responde hasta el <DateTime value={r.due} />.{' '}
          {r.overdue && <RequestDue request={r} />}
        </Text>
      )}
      {r.extendedAt && (
        <Text size="sm" style={lines}>
          El plazo se amplió el <DateTime value={r.extendedAt} />: {r.extensionReason}
        </Text>
      )}
      {r.outcome && (
        <Text size="sm" style={lines}>
          <strong>Respuesta de la oficina</strong>, <DateTime value={r.settledAt} />: {r.answer}
        </Text>
      )}
    </>
  );
}

interface OneProps {
  request: OwnDataRequest;
  onWithdraw: () => void;
}

const One = ({ request: r, onWithdraw }: OneProps) => (
  <Stack component="li" gap={4} py="xs">
    <Group gap="xs">
      <Text fw={600}>
        {rightLabel(r)} · {r.code}
      </Text>
      <RequestPill request={r} />
    </Group>
    <Text size="sm" c="dimmed" style={lines}>
      <DateTime value={r.receivedOn} />: {r.details}
    </Text>
    <Course request={r} />
    {isOpenRequest(r.state) && (
      <Button
        variant="default"
        size="compact-sm"
        style={{ alignSelf: 'start' }}
        aria-label={`Desistir de ${r.code}`}
        onClick={onWithdraw}
      >
        Desistir
      </Button>
    )}
  </Stack>
);

/** Asks before it is given up; kept while the dialog closes, so that its words do not change under the eye. */
function Withdrawal({ request, onClose }: { request: OwnDataRequest | null; onClose: () => void }) {
  const [shown, setShown] = useState(request);
  if (request && request !== shown) setShown(request);
  const withdraw = useWrite(withdrawDataRequest, [listOwnDataRequests]);
  const confirm = async () => {
    if (!shown) return;
    await withdraw.mutateAsync({ params: { id: shown.id } });
    toasts.success(`Desististe de la solicitud ${shown.code}.`);
    onClose();
  };
  return (
    <ConfirmDialog
      open={request !== null}
      title={`¿Desistir de la solicitud ${shown?.code ?? ''}?`}
      confirm="Desistir"
      destructive
      onConfirm={confirm}
      onCancel={onClose}
    >
      La oficina ya no la responde. No se puede deshacer, pero puedes hacer otra cuando quieras.
    </ConfirmDialog>
  );
}

/** What one asked the office about one's own data, and the way to ask. */
export function OwnDataRequests() {
  const { data, error, refetch } = useRead(listOwnDataRequests);
  const [asking, setAsking] = useState(false);
  const [givingUp, setGivingUp] = useState<OwnDataRequest | null>(null);
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} headingLevel={3} />;
  if (!data) return <Skeleton h="6rem" aria-label="Cargando tus solicitudes" />;
  const { rows, days } = data;
  return (
    <Stack gap="md" align="flex-start">
      <Text size="sm" c="dimmed">
        Puedes pedir acceso a tus datos, que se corrijan o se eliminen, u oponerte a su uso. La oficina
        responde dentro de {days} días corridos.
      </Text>
      {rows.length > 0 && (
        <ul aria-label="Tus solicitudes" style={{ listStyle: 'none', margin: 0, padding: 0, width: '100%' }}>
          {rows.map(row => (
            <One key={row.id} request={row} onWithdraw={() => setGivingUp(row)} />
          ))}
        </ul>
      )}
      <Button variant="default" onClick={() => setAsking(true)}>
        Hacer una solicitud
      </Button>
      {asking && <OwnRequestForm days={days} onClose={() => setAsking(false)} />}
      <Withdrawal request={givingUp} onClose={() => setGivingUp(null)} />
    </Stack>
  );
}

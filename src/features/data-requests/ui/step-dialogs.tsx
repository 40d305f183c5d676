import { Text } from '@mantine/core';
import { addDays } from '../../../domain/kit/calendar.ts';
import { EXTENSION_DAYS } from '../../../domain/privacy/requests.ts';
import { request as send } from '../../../web/api.ts';
import { dayOf, formatDay } from '../../../web/dates.ts';
import { ReasonedDecision } from '../../../web/form/reasoned-decision.tsx';
import { type DataRequest, dropDataRequest, extendDataRequest } from '../contract.ts';
import { useSeen } from './use-seen.tsx';

interface Props {
  request: DataRequest;
  onClose: () => void;
}

const told = ({ email }: DataRequest) =>
  email ? `Se le avisa por correo a ${email}, con el motivo.` : 'No tiene correo: avísale, con el motivo.';

/** Once, and only while it is not due yet. */
export function ExtendDialog({ request, onClose }: Props) {
  const { send: over, readAgain } = useSeen(request);
  const params = { id: request.id };
  return (
    <ReasonedDecision
      title="Ampliar plazo"
      accept
      // Who is barred is asked why by the request itself.
      isLastResort={false}
      draftKey={['data-request-extend', request.id]}
      done={`Plazo de ${request.code} ampliado.`}
      least={10}
      most={1000}
      store={reason => over(updatedAt => send(extendDataRequest, { params, body: { reason, updatedAt } }))}
      refresh={readAgain}
      onClose={onClose}
    >
      <Text size="sm">
        El plazo se amplía una sola vez, {EXTENSION_DAYS} días corridos: hasta el{' '}
        {formatDay(addDays(dayOf(request.due), EXTENSION_DAYS))}. {told(request)}
      </Text>
    </ReasonedDecision>
  );
}

/** Whoever asked wants it no more. */
export function DropDialog({ request, onClose }: Props) {
  const { send: over, readAgain } = useSeen(request);
  const params = { id: request.id };
  return (
    <ReasonedDecision
      title="Marcar como desistida"
      accept={false}
      isLastResort={false}
      draftKey={['data-request-drop', request.id]}
      done={`Solicitud ${request.code} desistida.`}
      least={10}
      most={1000}
      kept="Queda en la solicitud."
      store={note => over(updatedAt => send(dropDataRequest, { params, body: { note, updatedAt } }))}
      refresh={readAgain}
      onClose={onClose}
    >
      <Text size="sm">
        Solo si la persona ya no la quiere: escribe cómo lo sabe la oficina. No se puede deshacer.
      </Text>
    </ReasonedDecision>
  );
}

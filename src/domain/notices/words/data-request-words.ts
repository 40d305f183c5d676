import { DATA_RIGHTS } from '../../privacy/rights.ts';
import { formatDate, labelIn, lowerFirst } from '../../text/format.ts';
import type { DataRequestEvent } from '../events.ts';
import { REMINDER_TITLES } from './step-words.ts';
import type { Words } from './words.ts';

const nameRight = ({ right }: Pick<DataRequestEvent, 'right'>) => lowerFirst(labelIn(DATA_RIGHTS, right));

/** Nobody is named: who asks and what for is read where it is answered. */
export function describeDataRequest(event: DataRequestEvent): Words {
  const { code } = event;
  if (event.kind === 'data_request_settled')
    return event.isAnswered
      ? {
          title: 'Respondimos tu solicitud de datos personales',
          text: `La oficina respondió tu solicitud de ${nameRight(event)} ${code}.`,
        }
      : {
          title: 'Tu solicitud de datos personales tiene más plazo',
          text: `La oficina amplió el plazo para responder tu solicitud de ${nameRight(event)} ${code}.`,
        };
  const until = formatDate(new Date(event.due));
  return {
    title: event.reminder
      ? REMINDER_TITLES[event.reminder]
      : 'Te toca responder una solicitud de datos personales',
    text:
      event.reminder === 'overdue'
        ? `La solicitud de ${nameRight(event)} ${code} venció el ${until} y sigue sin respuesta.`
        : `La solicitud de ${nameRight(event)} ${code} se responde hasta el ${until}.`,
  };
}

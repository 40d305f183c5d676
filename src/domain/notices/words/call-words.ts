import { formatDate, formatDateTime } from '../../text/format.ts';
import type { CallEvent } from '../events.ts';
import { callVoice, type Words } from './words.ts';

/** `by` is who did it, by name. */
export function describeCall(event: CallEvent, by: string): Words {
  switch (event.kind) {
    case 'call_extended':
      return {
        title: 'Más plazo para tu borrador',
        text: `${event.name} ahora cierra el ${formatDateTime(new Date(event.closesAt))}. ${event.reason}`,
      };
    case 'appeal_filed':
      return {
        title: 'Te toca responder una apelación',
        text: `${by} apeló el resultado de ${event.code}. Vence el ${formatDate(new Date(event.due))}.`,
      };
    case 'appeal_rejected':
      return {
        title: 'Apelación rechazada',
        text: `${callVoice(event.call)} respondió tu apelación: el resultado se mantiene.`,
      };
    case 'waitlist_moved_up':
      return {
        title: 'Subió desde la lista de espera',
        text: `${event.freedBy} dejó libre su cupo y ${event.code} quedó adjudicado.`,
      };
  }
}

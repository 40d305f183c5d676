import { formatCount, formatMoney } from '../../text/format.ts';
import type { SpendingEvent } from '../execution-events.ts';
import type { Words } from './words.ts';

/** `by` is who did it, by name. */
export function describeSpending(event: SpendingEvent, by: string): Words {
  switch (event.kind) {
    case 'statement_submitted':
      return {
        title: 'Te toca revisar una rendición',
        text: `${by} envió ${event.isAgain ? 'de nuevo ' : ''}la rendición ${event.number}, por ${formatMoney(event.total)}.`,
      };
    case 'statement_decided':
      return event.isApproved
        ? {
            title: 'Rendición aprobada',
            text: `${by} aprobó la rendición ${event.number}${event.noted === 0 ? '' : `, con ${formatCount(event.noted, 'gasto rechazado', 'gastos rechazados')}`}.`,
          }
        : {
            title: 'Rendición con observaciones',
            text: `${by} devolvió la rendición ${event.number} con ${formatCount(event.noted, 'observación', 'observaciones')}.`,
          };
    case 'statement_reopened':
      return {
        title: 'Rendición reabierta',
        text: `${by} reabrió la rendición ${event.number}: se revisa otra vez.`,
      };
    case 'refund_submitted':
      return {
        title: 'Te toca revisar un reintegro',
        text: `${by} envió un reintegro de ${formatMoney(event.amount)}.`,
      };
    case 'refund_decided':
      return {
        title: event.isAccepted ? 'Reintegro aceptado' : 'Reintegro devuelto',
        text: `${by} ${event.isAccepted ? 'aceptó' : 'devolvió'} el reintegro de ${formatMoney(event.amount)}.`,
      };
    case 'payment_recorded':
      return { title: 'Pago registrado', text: `${by} registró un pago de ${formatMoney(event.amount)}.` };
  }
}

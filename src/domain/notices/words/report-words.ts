import { formatCount } from '../../text/format.ts';
import type { ReportEvent } from '../execution-events.ts';
import type { Words } from './words.ts';

/** `by` is who did it, by name. */
export function describeReport(event: ReportEvent, by: string): Words {
  const name = `el informe de avance ${event.number}`;
  if (event.kind === 'report_submitted')
    return {
      title: 'Te toca revisar un informe de avance',
      text: event.isPassedOn
        ? `${by} aceptó ${name}: ahora lo decide la oficina.`
        : `${by} envió ${event.isAgain ? 'de nuevo ' : ''}${name}.`,
    };
  return event.isAccepted
    ? { title: 'Informe de avance aceptado', text: `${by} aceptó ${name}.` }
    : {
        title: 'Informe de avance con observaciones',
        text: `${by} devolvió ${name} con ${formatCount(event.observed, 'observación', 'observaciones')}.`,
      };
}

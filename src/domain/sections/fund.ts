import { formatMoney } from '../text/format.ts';
import { money, reference } from './field.ts';
import { section } from './section.ts';

export const fund = section({
  label: 'Fondo',
  help: 'A qué convocatoria postula el proyecto y cuánto solicita.',
  fields: {
    callId: reference('call', 'Convocatoria', { required: true }),
    lineId: reference('callLine', 'Línea', { required: true }),
    amountRequested: money('Monto solicitado', {
      required: true,
      min: 1,
      help: 'Dentro del tope de la línea.',
    }),
  },
  rules(data, { call }) {
    const line = call?.lines.find(l => l.id === data.lineId);
    if (call && data.lineId && !line)
      return [{ path: 'lineId', label: 'Línea', message: 'Elige una línea de la convocatoria.' }];
    if (!line || data.amountRequested === null) return [];
    const over = data.amountRequested > line.cap;
    const message = over ? `El tope de la línea es ${formatMoney(line.cap)}.` : null;
    return [{ path: 'amountRequested', label: 'Monto solicitado', message }];
  },
});

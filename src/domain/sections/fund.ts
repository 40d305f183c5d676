import { formatMoney } from '../format.ts';
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
  // Where no call is known yet, nobody could pick one: the office ties the proposal to its call.
  applies: (path, _data, _entry, { call }) => path === 'amountRequested' || call !== null,
  rules(data, { call }) {
    const line = call?.lines.find(l => l.id === data.lineId);
    if (!line || data.amountRequested === null) return [];
    const over = data.amountRequested > line.cap;
    const message = over ? `El tope de la línea es ${formatMoney(line.cap)}.` : null;
    return [{ path: 'amountRequested', label: 'Monto solicitado', message }];
  },
});

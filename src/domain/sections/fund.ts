import { formatMoney } from '../text/format.ts';
import { type Budget, fundTotal } from './budget.ts';
import { money, reference } from './field.ts';
import { section } from './section.ts';

const AMOUNT = 'Monto solicitado';

export const fund = section({
  label: 'Fondo',
  help: 'A qué convocatoria postula el proyecto y cuánto pide.',
  fields: {
    callId: reference('call', 'Convocatoria', { required: true }),
    lineId: reference('callLine', 'Línea', { required: true }),
    amountRequested: money(AMOUNT, {
      copied: false,
      help: 'La suma de los ítems del presupuesto con fuente «Fondo».',
    }),
  },
  // Derived from the budget; only what was sent before it was is kept here, as it was typed.
  applies: path => path !== 'amountRequested',
  rules(data, { call, sections, amountTyped = false }) {
    const line = call?.lines.find(l => l.id === data.lineId);
    const wrongLine = call && data.lineId && !line;
    const asked = amountTyped
      ? (data.amountRequested ?? null)
      : fundTotal({ lines: (sections.budget as Partial<Budget> | undefined)?.lines ?? [] });
    const message =
      asked === 0
        ? 'Agrega al presupuesto ítems con fuente «Fondo»: su suma es el monto que pides.'
        : line && asked !== null && asked > line.cap
          ? `El tope de la línea es ${formatMoney(line.cap)} y pides ${formatMoney(asked)}.`
          : null;
    return [
      ...(wrongLine
        ? [{ path: 'lineId', label: 'Línea', message: 'Elige una línea de la convocatoria.' }]
        : []),
      ...(call && !amountTyped ? [{ path: 'amountRequested', label: AMOUNT, message }] : []),
    ];
  },
});

import type { z } from 'zod';
import { choice, date, decimal, flag, line, list, narrative, reference } from './field.ts';
import { section } from './section.ts';

const CONTRACT_TYPES = [
  { value: 'advisory', label: 'Asesoría' },
  { value: 'study', label: 'Estudio' },
  { value: 'training', label: 'Capacitación' },
  { value: 'laboratory', label: 'Servicio de laboratorio o ensayo' },
  { value: 'expert_report', label: 'Peritaje o informe experto' },
  { value: 'other', label: 'Otro' },
] as const;

export const CURRENCIES = [
  { value: 'CLP', label: 'Pesos (CLP)' },
  { value: 'UF', label: 'UF' },
  { value: 'USD', label: 'Dólares (USD)' },
] as const;

export const contract = section({
  label: 'Contrato',
  help: 'Qué se contrata, con quién, por cuánto y qué se entrega.',
  fields: {
    clientId: reference('organisation', 'Organización que contrata', { required: true }),
    type: choice('Tipo de contrato', CONTRACT_TYPES),
    amount: decimal('Monto'),
    currency: choice('Moneda', CURRENCIES),
    signedContractFileId: reference('file', 'Contrato firmado', {
      help: 'Hace falta para iniciar, no para enviar.',
    }),
    deliverables: list(
      'Entregables',
      'Entregable',
      {
        name: line('Entregable', { required: true }),
        dueDate: date('Fecha de entrega', { required: true }),
        payment: decimal('Pago asociado', { help: 'En la moneda del contrato.' }),
      },
      { max: 40 },
    ),
    isConfidential: flag('El contrato es confidencial'),
    confidentiality: narrative('Alcance de la confidencialidad', { max: 2000 }),
  },
  refine(data, fail) {
    const decimals = data.currency === 'CLP' ? 0 : 4;
    const exact = (value: number | null) => value === null || Number(value.toFixed(decimals)) === value;
    const message = decimals === 0 ? 'En pesos, sin decimales.' : 'Hasta 4 decimales.';
    if (!exact(data.amount)) fail('amount', message);
    data.deliverables.forEach((d, n) => {
      if (!exact(d.payment)) fail(`deliverables.${n}.payment`, message);
    });
  },
});
export type Contract = z.output<typeof contract.schema>;

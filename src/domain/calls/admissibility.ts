import type { Call } from './calls.ts';

/** One line of the admissibility desk's checklist. */
export interface CheckItem {
  readonly id: string;
  readonly label: string;
}

/** What the office looks at in each proposal of a call: the same for all, and each document the call asks for. */
export const checklistOf = (call: Pick<Call, 'documents'>): CheckItem[] => [
  { id: 'in_time', label: 'Llegó dentro del plazo' },
  { id: 'form', label: 'El formulario está completo y responde a la convocatoria' },
  { id: 'line', label: 'La línea y el monto corresponden' },
  { id: 'lead', label: 'El responsable puede postular' },
  { id: 'endorsed', label: 'Tiene los vistos buenos de su unidad' },
  ...call.documents
    .filter(d => d.required)
    .map(d => ({ id: `document:${d.type}`, label: `Documento: ${d.label}` })),
];

/** Labels of what was not found right yet. */
export const uncheckedItems = (
  call: Pick<Call, 'documents'>,
  checks: Readonly<Record<string, { readonly ok: boolean }>>,
): string[] =>
  checklistOf(call)
    .filter(item => checks[item.id]?.ok !== true)
    .map(item => item.label);

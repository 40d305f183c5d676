import type { SectionSlug } from '../sections/index.ts';
import { formatDateTime } from '../text/format.ts';
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

/** What a correction changed of a proposal, files by their document type. */
export interface Correction {
  readonly sections: readonly SectionSlug[];
  readonly documents: readonly string[];
}

/** Sections that an item is judged by; what is not here is judged by something that a correction does not change. */
const JUDGED_BY: Readonly<Record<string, readonly SectionSlug[]>> = {
  line: ['fund', 'budget'],
  lead: ['identification', 'team'],
};

/** Whether what was found of an item has to be looked at again after a correction. */
export function isTouched(itemId: string, { sections, documents }: Correction): boolean {
  if (itemId === 'form') return sections.length + documents.length > 0;
  const [, type] = itemId.split('document:');
  if (type !== undefined) return documents.includes(type);
  return JUDGED_BY[itemId]?.some(slug => sections.includes(slug)) ?? false;
}

/** Labels of what was not found right yet. */
export const uncheckedItems = (
  call: Pick<Call, 'documents'>,
  checks: Readonly<Record<string, { readonly ok: boolean }>>,
): string[] =>
  checklistOf(call)
    .filter(item => checks[item.id]?.ok !== true)
    .map(item => item.label);

/** Whether a unit endorsed after the day its call gives for it. */
export const isLateEndorsement = (call: Pick<Call, 'endorseUntil'> | null, at: Date): boolean =>
  call !== null && call.endorseUntil !== null && at > new Date(call.endorseUntil);

/** The same in words for the history; `null` where it was in time. */
export const lateEndorsement = (call: Pick<Call, 'endorseUntil'> | null, at: Date): string | null =>
  call?.endorseUntil && isLateEndorsement(call, at)
    ? `Después del plazo para visar, que venció el ${formatDateTime(new Date(call.endorseUntil))}.`
    : null;

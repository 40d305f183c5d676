import { formatDateTime, formatList, formatMoney } from '../text/format.ts';
import { type Call, windowRefusal } from './calls.ts';

/** What a proposal is judged by besides its own form; read together with it. */
export interface Applying {
  /** Other proposals of the same lead that this call has received; withdrawn ones do not count. */
  readonly proposals: number;
  /** Codes of the lead's projects whose final report is overdue. */
  readonly overdue: readonly string[];
  readonly lineId: string | null;
  readonly amount: number | null;
  /** Document types uploaded. */
  readonly documents: readonly string[];
  /** Somebody who takes part reviews another proposal of the call. */
  readonly reviews: boolean;
}

/** One rule of a call, as shown while writing; met when `message` is null. */
export interface EligibilityRule {
  readonly rule: 'window' | 'line' | 'cap' | 'per_lead' | 'overdue' | 'documents' | 'reviews';
  readonly label: string;
  readonly message: string | null;
}

const proposals = (n: number) => (n === 1 ? '1 propuesta' : `${n} propuestas`);

function ofLine(
  call: Pick<Call, 'lines'>,
  { lineId, amount }: Pick<Applying, 'lineId' | 'amount'>,
): EligibilityRule[] {
  const line = call.lines.find(l => l.id === lineId);
  const over = line && amount !== null && amount > line.cap;
  return [
    {
      rule: 'line',
      label: 'Línea de la convocatoria',
      message: line ? null : 'Elige una línea de la convocatoria.',
    },
    {
      rule: 'cap',
      label: line ? `Monto de hasta ${formatMoney(line.cap)}` : 'Monto dentro del tope de la línea',
      message: over
        ? `El tope de la línea «${line.name}» es ${formatMoney(line.cap)} y pides ${formatMoney(amount)}.`
        : null,
    },
  ];
}

/** Every rule of the call, met or not, at the instant a request arrived. */
export function eligibility(call: Call, applying: Applying, at: Date): EligibilityRule[] {
  const { proposalsPerLead: most, blocksOverdue } = call;
  const { overdue } = applying;
  return [
    { rule: 'window', label: 'Convocatoria abierta', message: windowRefusal(call, at) },
    ...ofLine(call, applying),
    {
      rule: 'per_lead',
      label: `Hasta ${proposals(most)} por responsable`,
      message:
        applying.proposals >= most
          ? `La convocatoria admite ${proposals(most)} por responsable y ya ${applying.proposals === 1 ? 'hay 1 enviada' : `hay ${applying.proposals} enviadas`}.`
          : null,
    },
    ...(blocksOverdue
      ? [
          {
            rule: 'overdue' as const,
            label: 'Sin informes finales atrasados',
            message:
              overdue.length > 0
                ? `El responsable tiene informes finales atrasados: ${formatList(overdue)}. Envíalos antes de postular.`
                : null,
          },
        ]
      : []),
    ...ofDocuments(call, applying),
    ...ofReviews(applying),
  ];
}

/** Told only where it is so: hardly anybody ever needs to know. */
const ofReviews = ({ reviews }: Pick<Applying, 'reviews'>): EligibilityRule[] =>
  reviews
    ? [
        {
          rule: 'reviews',
          label: 'Nadie que participa evalúa en la convocatoria',
          message: 'Una persona que participa en la propuesta evalúa otra de esta convocatoria.',
        },
      ]
    : [];

function ofDocuments(
  call: Pick<Call, 'documents'>,
  applying: Pick<Applying, 'documents'>,
): EligibilityRule[] {
  const required = call.documents.filter(d => d.required);
  if (required.length === 0) return [];
  const lacking = required.filter(d => !applying.documents.includes(d.type));
  const message = lacking.length > 0 ? `Falta subir: ${formatList(lacking.map(d => d.label))}.` : null;
  return [{ rule: 'documents', label: 'Documentos exigidos', message }];
}

/**
 * What still holds once a proposal was received and came back to be corrected: what it says must fit the call, and
 * arrive by the day it was given. The closing, the proposals per lead and old reports were judged when it was received.
 */
export function eligibilityAgain(
  call: Pick<Call, 'lines' | 'documents'>,
  applying: Pick<Applying, 'lineId' | 'amount' | 'documents' | 'reviews'>,
  { due, at }: { readonly due: Date | null; readonly at: Date },
): EligibilityRule[] {
  const late = due !== null && at > due;
  return [
    {
      rule: 'window',
      label: 'Dentro del plazo para corregir',
      message: late ? `El plazo para corregir venció el ${formatDateTime(due)}.` : null,
    },
    ...ofLine(call, applying),
    ...ofDocuments(call, applying),
    ...ofReviews(applying),
  ];
}

/** The rules not met. */
export const unmetRules = (rules: readonly EligibilityRule[]): string[] =>
  rules.flatMap(r => (r.message === null ? [] : [r.message]));

import { isReturned, type Status } from '../kinds/statuses.ts';
import type { BudgetLine } from '../sections/budget.ts';
import { formatDateTime, formatDay, formatList, formatMoney } from '../text/format.ts';
import { type Call, takesProposals, windowRefusal } from './calls.ts';
import { categoryExcesses, excessWords, partnerGap } from './money.ts';

/** What a proposal is judged by besides its own form; read together with it. */
export interface Applying {
  /** Other proposals of the same lead that this call has received; withdrawn ones do not count. */
  readonly proposals: number;
  /** Codes of the lead's projects of which a report is overdue. */
  readonly overdue: readonly string[];
  readonly lineId: string | null;
  /** CLP; 0 without a line of the fund. */
  readonly amount: number;
  /** Sent before the amount was derived from the budget, which is therefore not judged. */
  readonly typed: boolean;
  readonly budget: readonly BudgetLine[];
  readonly students: number;
  /** Days of the project. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** Document types uploaded. */
  readonly documents: readonly string[];
  /** Somebody who takes part reviews another proposal of the call. */
  readonly reviews: boolean;
}

/** One rule of a call, as shown while writing; met when `message` is null. */
export interface EligibilityRule {
  readonly rule:
    | 'window'
    | 'line'
    | 'cap'
    | 'rise'
    | 'categories'
    | 'partners'
    | 'students'
    | 'execution'
    | 'per_lead'
    | 'overdue'
    | 'documents'
    | 'reviews';
  readonly label: string;
  readonly message: string | null;
}

const proposals = (n: number) => (n === 1 ? '1 propuesta' : `${n} propuestas`);

/** What a proposal says of itself, judged each time it is sent. */
type Content = Pick<
  Applying,
  'lineId' | 'amount' | 'typed' | 'budget' | 'students' | 'startDate' | 'endDate' | 'documents' | 'reviews'
>;
type Terms = Pick<
  Call,
  | 'lines'
  | 'documents'
  | 'categoryCaps'
  | 'partnerMinimum'
  | 'studentMinimum'
  | 'executionFrom'
  | 'executionTo'
>;

const NOTHING_ASKED = 'Agrega al presupuesto ítems con fuente «Fondo»: su suma es el monto que pides.';

/** What is asked for, against the line; `null` where the line allows it. */
function amountRefusal(line: Call['lines'][number] | undefined, { amount, typed }: Content): string | null {
  if (amount === 0) return typed ? null : NOTHING_ASKED;
  return line && amount > line.cap
    ? `El tope de la línea «${line.name}» es ${formatMoney(line.cap)} y pides ${formatMoney(amount)}.`
    : null;
}

function ofLine(call: Pick<Call, 'lines'>, content: Content): EligibilityRule[] {
  const line = call.lines.find(l => l.id === content.lineId);
  return [
    {
      rule: 'line',
      label: 'Línea de la convocatoria',
      message: line ? null : 'Elige una línea de la convocatoria.',
    },
    {
      rule: 'cap',
      label: line ? `Monto de hasta ${formatMoney(line.cap)}` : 'Monto dentro del tope de la línea',
      message: amountRefusal(line, content),
    },
  ];
}

const ruleOf = (rule: EligibilityRule['rule'], label: string, message: string | null): EligibilityRule => ({
  rule,
  label,
  message,
});

/** The limits of the budget, each where the call sets it. */
function ofBudget(terms: Terms, { typed, budget, amount, students }: Content): EligibilityRule[] {
  if (typed) return [];
  const { categoryCaps, partnerMinimum, studentMinimum } = terms;
  const excesses = categoryExcesses(budget, categoryCaps, amount);
  const gap = partnerGap(budget, terms);
  return [
    ...(categoryCaps.length > 0
      ? [ruleOf('categories', 'Topes por categoría', excesses.map(excessWords).join(' ') || null)]
      : []),
    ...(partnerMinimum === null
      ? []
      : [
          ruleOf(
            'partners',
            `Aporte de socios de al menos el ${partnerMinimum} % del monto`,
            gap > 0
              ? `Los socios deben aportar al menos el ${partnerMinimum} % del monto que pides: faltan ${formatMoney(gap)}.`
              : null,
          ),
        ]),
    ...(studentMinimum === null
      ? []
      : [
          ruleOf(
            'students',
            `Al menos ${studentMinimum} estudiantes`,
            students < studentMinimum
              ? `La convocatoria pide al menos ${studentMinimum} estudiantes en Participantes y esperas ${students}.`
              : null,
          ),
        ]),
  ];
}

/** Its days lie within those of the call, each side where the call names it. */
function ofExecution({ executionFrom, executionTo }: Terms, content: Content): EligibilityRule[] {
  const { startDate, endDate, typed } = content;
  if (typed || (!executionFrom && !executionTo)) return [];
  const early = executionFrom && startDate && startDate < executionFrom;
  const late = executionTo && endDate && endDate > executionTo;
  const from = executionFrom ? `desde el ${formatDay(executionFrom)}` : '';
  const to = executionTo ? `hasta el ${formatDay(executionTo)}` : '';
  const window = [from, to].filter(Boolean).join(' ');
  const message =
    early || late ? `El proyecto se ejecuta ${window}: ajusta sus fechas en Identificación.` : null;
  return [ruleOf('execution', `Ejecución ${window}`, message)];
}

const ofContent = (call: Terms, content: Content): EligibilityRule[] => [
  ...ofLine(call, content),
  ...ofBudget(call, content),
  ...ofExecution(call, content),
  ...ofDocuments(call, content),
  ...ofReviews(content),
];

/** Every rule of the call, met or not, at the instant a request arrived. */
export function eligibility(call: Call, applying: Applying, at: Date): EligibilityRule[] {
  const { proposalsPerLead: most, blocksOverdue } = call;
  const { overdue } = applying;
  return [
    { rule: 'window', label: 'Convocatoria abierta', message: windowRefusal(call, at) },
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
            label: 'Sin informes atrasados',
            message:
              overdue.length > 0
                ? `El responsable tiene informes atrasados: ${formatList(overdue)}. Envíalos antes de postular.`
                : null,
          },
        ]
      : []),
    ...ofContent(call, applying),
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
  call: Terms,
  applying: Content,
  { due, at, sent }: { readonly due: Date | null; readonly at: Date; readonly sent: number | null },
): EligibilityRule[] {
  const late = due !== null && at > due;
  const rises = sent !== null && applying.amount > sent;
  return [
    ruleOf(
      'window',
      'Dentro del plazo para corregir',
      late ? `El plazo para corregir venció el ${formatDateTime(due)}.` : null,
    ),
    ...ofContent(call, applying),
    ...(rises
      ? [
          ruleOf(
            'rise',
            'Monto que no sube',
            `La propuesta se envió pidiendo ${formatMoney(sent)} y ahora pide ${formatMoney(applying.amount)}: al corregir el monto puede bajar, no subir.`,
          ),
        ]
      : []),
  ];
}

/** The rules not met. */
export const unmetRules = (rules: readonly EligibilityRule[]): string[] =>
  rules.flatMap(r => (r.message === null ? [] : [r.message]));

/** A step as undoing it looks at it. */
interface Taken {
  readonly action: string;
  /** Where the project stood before the step, and until when it was due there. */
  readonly from: Status | null;
  readonly dueBefore: Date | null;
  readonly call: Pick<Call, 'state' | 'opensAt' | 'closesAt'> | null;
}

/** Why a submit is not taken back at an instant, as it could not be made again; `null` where it could. */
export function tooLateToUndo({ action, from, dueBefore, call }: Taken, at: Date): string | null {
  if (action !== 'submit') return null;
  const isOver = 'el envío ya no se deshace.';
  if (from !== null && isReturned(from)) {
    const isLate = dueBefore !== null && at > dueBefore;
    return isLate ? `El plazo para corregir venció el ${formatDateTime(dueBefore)}: ${isOver}` : null;
  }
  if (!call || takesProposals(call, at)) return null;
  const closed = call.closesAt === null ? '' : ` el ${formatDateTime(new Date(call.closesAt))}`;
  return `La convocatoria cerró${closed}: ${isOver}`;
}

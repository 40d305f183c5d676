import { z } from 'zod';
import { addDays } from '../kit/calendar.ts';
import { RULES } from '../text/rule-messages.ts';
import { day, id, optionOf, text, thingName } from '../text/rules.ts';

export const AGREEMENT_KINDS = [
  { value: 'framework', label: 'Marco' },
  { value: 'specific', label: 'Específico' },
  { value: 'internship', label: 'Prácticas' },
  { value: 'cooperation', label: 'Cooperación' },
  { value: 'other', label: 'Otro' },
] as const;

/**
 * Clauses that an agreement is looked at for; those that are `isAsked` must stand in each. Ley 21.369 (harassment, violence
 * and gender discrimination in higher education) asks for its own in the agreements and contracts of an institution.
 */
export const CLAUSES = [
  {
    value: 'gender_violence',
    label: 'Acoso, violencia y discriminación de género (Ley 21.369)',
    isAsked: true,
  },
  { value: 'personal_data', label: 'Protección de datos personales (Ley 21.719)', isAsked: false },
  { value: 'insurance', label: 'Seguro de estudiantes', isAsked: false },
  { value: 'intellectual_property', label: 'Propiedad intelectual', isAsked: false },
  { value: 'confidentiality', label: 'Confidencialidad', isAsked: false },
  { value: 'termination', label: 'Término anticipado', isAsked: false },
] as const;

/** The office is told this many calendar days before an agreement ends. */
export const ALERT_DAYS = 90;

export const MOST_AGREEMENT_FILES = 10;

/** Some are older than the application by decades. */
const agreementDay = day
  .refine(value => value >= '1900' && value < '2101', { message: RULES.date, abort: true })
  .nullable()
  .default(null);

export const agreementFields = z
  .object({
    organisationId: id,
    /** As its decree or register numbers it; unique in the university. */
    number: thingName(60, 1),
    kind: optionOf(AGREEMENT_KINDS),
    subject: text(500).default(''),
    /** The unit that keeps it, if it is not the office. */
    schoolId: id.nullable().default(null),
    signedOn: agreementDay,
    startsOn: agreementDay,
    /** Null: it holds until somebody ends it. */
    endsOn: agreementDay,
    clauses: z.array(optionOf(CLAUSES)).max(CLAUSES.length).default([]),
    note: text(2000).default(''),
  })
  .superRefine(({ startsOn, endsOn }, context) => {
    if (startsOn !== null && endsOn !== null && endsOn < startsOn)
      context.addIssue({
        code: 'custom',
        path: ['endsOn'],
        message: 'El término no puede ser antes del inicio.',
      });
  });

export const AGREEMENT_STATES = [
  { value: 'future', label: 'Por comenzar' },
  { value: 'current', label: 'Vigente' },
  { value: 'ending', label: 'Por vencer' },
  { value: 'ended', label: 'Vencido' },
] as const;
export type AgreementState = (typeof AGREEMENT_STATES)[number]['value'];

/** Those that hold before what comes, what comes before what is over. */
export const BEST_FIRST: readonly AgreementState[] = ['current', 'ending', 'future', 'ended'];

/** Where an agreement stands on a day (`YYYY-MM-DD`); `ending` within `ALERT_DAYS` of its end, the last day included. */
export function agreementState(
  { startsOn, endsOn }: { readonly startsOn: string | null; readonly endsOn: string | null },
  today: string,
): AgreementState {
  if (endsOn !== null && endsOn < today) return 'ended';
  if (startsOn !== null && startsOn > today) return 'future';
  return endsOn !== null && endsOn <= addDays(today, ALERT_DAYS) ? 'ending' : 'current';
}

/** What an agreement may lack, as the report of the office names it. */
export const LACKS = [
  { value: 'file', label: 'El documento firmado' },
  { value: 'signed', label: 'La fecha de firma' },
  { value: 'start', label: 'La fecha de inicio' },
  { value: 'clause', label: 'La cláusula de la Ley 21.369' },
] as const;
export type Lack = (typeof LACKS)[number]['value'];

import { z } from 'zod';
import { isTime } from '../sections/field.ts';
import { RULES } from '../text/rule-messages.ts';
import { id, isWebAddress, personName, plannedDay, text } from '../text/rules.ts';
import { peopleCounts } from './people.ts';

const time = z
  .string()
  .refine(value => value === '' || isTime(value), RULES.time)
  .default('');
const link = text(500)
  .refine(value => value === '' || isWebAddress(value), RULES.webAddress)
  .default('');
const place = text(200).default('');
/** Entry of a list of the Ficha. */
export const itemId = z.string().regex(/^[A-Za-z0-9_-]{1,40}$/);

/** Most photos and files of one activity. */
export const MOST_ACTIVITY_FILES = 300;

/** What is recorded of an activity; a time is `HH:MM` of Chile or empty. */
export const activityFields = z
  .object({
    /** The activity of the plan it was part of; null outside of the plan. */
    planItemId: itemId.nullable().default(null),
    name: text(200, 3),
    day: plannedDay,
    startsAt: time,
    endsAt: time,
    place,
    link,
    comunaCode: z
      .string()
      .regex(/^\d{5}$/)
      .nullable()
      .default(null),
    description: text(3000).default(''),
    counts: peopleCounts.default({}),
    /** With it the plan's activity is done. */
    completes: z.boolean().default(false),
    /** Files of the project of the type «Evidencia», photos among them. */
    fileIds: z.array(id).max(MOST_ACTIVITY_FILES).default([]),
  })
  .superRefine(({ startsAt, endsAt, completes, planItemId }, context) => {
    const fail = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (endsAt !== '' && startsAt === '') fail('startsAt', 'Escribe también a qué hora comenzó.');
    if (endsAt !== '' && startsAt !== '' && endsAt < startsAt) fail('endsAt', 'Termina antes de comenzar.');
    if (completes && planItemId === null) fail('planItemId', 'Elige la actividad del plan que se completa.');
  });
export type ActivityFields = z.output<typeof activityFields>;

/** What was agreed in a meeting: somebody with an account or a name does it until a day. */
const actionItemFields = z
  .object({
    id,
    text: text(500, 3),
    responsibleId: id.nullable().default(null),
    responsibleName: personName(120).default(''),
    dueDay: plannedDay,
  })
  .superRefine(({ responsibleId, responsibleName }, context) => {
    if (responsibleId === null && responsibleName === '')
      context.addIssue({ code: 'custom', path: ['responsibleName'], message: RULES.required });
  });

/** A meeting with a partner, held or arranged. */
export const meetingFields = z.object({
  /** Organisation of the directory; null where it was with somebody else. */
  organisationId: id.nullable().default(null),
  day: plannedDay,
  startsAt: time,
  place,
  link,
  attendees: text(1000).default(''),
  summary: text(5000).default(''),
  actionItems: z.array(actionItemFields).max(50).default([]),
});
export type MeetingFields = z.output<typeof meetingFields>;

/** How far a deliverable of the contract is. */
export const deliverableFields = z
  .object({
    deliveredOn: plannedDay.nullable().default(null),
    acceptedOn: plannedDay.nullable().default(null),
    paidOn: plannedDay.nullable().default(null),
    paymentReference: text(120).default(''),
    note: text(1000).default(''),
    /** File of the project that proves it. */
    fileId: id.nullable().default(null),
  })
  .superRefine(({ deliveredOn, acceptedOn, paidOn, paymentReference }, context) => {
    const fail = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (acceptedOn !== null && deliveredOn === null) fail('deliveredOn', 'Anota cuándo se entregó.');
    if (acceptedOn !== null && deliveredOn !== null && acceptedOn < deliveredOn)
      fail('acceptedOn', 'No puede aceptarse antes de entregarse.');
    if (paymentReference !== '' && paidOn === null) fail('paidOn', 'Anota cuándo se pagó.');
  });
export type DeliverableFields = z.output<typeof deliverableFields>;

export const DELIVERABLE_STATES = ['pending', 'late', 'delivered', 'accepted', 'paid'] as const;
export type DeliverableState = (typeof DELIVERABLE_STATES)[number];
export const DELIVERABLE_LABELS: Readonly<Record<DeliverableState, string>> = {
  pending: 'Por entregar',
  late: 'Atrasado',
  delivered: 'Entregado',
  accepted: 'Aceptado',
  paid: 'Pagado',
};

/** Where a deliverable that is due on a day stands. */
export function deliverableState(
  { deliveredOn, acceptedOn, paidOn }: Pick<DeliverableFields, 'deliveredOn' | 'acceptedOn' | 'paidOn'>,
  dueDate: string,
  today: string,
): DeliverableState {
  if (paidOn !== null && deliveredOn !== null) return 'paid';
  if (acceptedOn !== null) return 'accepted';
  if (deliveredOn !== null) return 'delivered';
  return dueDate !== '' && dueDate < today ? 'late' : 'pending';
}

/**
 * Why nothing can be recorded of this day; null when it can. `earliest` is the day of the approval or the project's first
 * one, whichever comes first; null where neither is known.
 */
export function recordedDayError(day: string, earliest: string | null, today: string): string | null {
  if (day > today) return 'Registra lo que ya ocurrió: la fecha no puede ser posterior a hoy.';
  return earliest !== null && day < earliest
    ? 'La fecha es anterior a la aprobación y al inicio del proyecto.'
    : null;
}

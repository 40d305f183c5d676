import { z } from 'zod';
import { addDays } from '../kit/calendar.ts';
import { email, optionOf, personName, plannedDay, text } from '../text/rules.ts';
import { DATA_RIGHTS, type DataRight } from './rights.ts';

/** What each right is, for whoever chooses one. */
export const RIGHT_HELP: Readonly<Record<DataRight, string>> = {
  access: 'Saber qué datos se guardan, para qué, de dónde salieron y a quién se entregan.',
  rectification: 'Corregir datos inexactos o incompletos.',
  deletion: 'Eliminar datos que ya no se necesitan o no corresponden.',
  objection: 'Que los datos no se usen para un fin determinado.',
  portability: 'Recibir los datos en un archivo que otra institución pueda leer.',
  blocking: 'Que los datos no se usen mientras se decide otra solicitud.',
};

/** `withdrawn`: whoever asked gave it up. */
export const DATA_REQUEST_STATES = [
  { value: 'open', label: 'Por responder' },
  { value: 'answered', label: 'Respondida' },
  { value: 'withdrawn', label: 'Desistida' },
] as const;
export type DataRequestState = (typeof DATA_REQUEST_STATES)[number]['value'];
export const isOpenRequest = (state: DataRequestState): state is 'open' => state === 'open';

export const REQUEST_OUTCOMES = [
  { value: 'granted', label: 'Acogida' },
  { value: 'partly', label: 'Acogida en parte' },
  { value: 'refused', label: 'Rechazada' },
] as const;
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]['value'];

/** How it reached the office; `application` is who asked from their own profile, and nobody else says so. */
export const REQUEST_CHANNELS = [
  { value: 'application', label: 'Plataforma' },
  { value: 'mail', label: 'Correo' },
  { value: 'paper', label: 'Carta' },
  { value: 'in_person', label: 'En persona' },
  { value: 'other', label: 'Otro' },
] as const;
export const RECORDED_CHANNELS = REQUEST_CHANNELS.filter(({ value }) => value !== 'application');

/** Calendar days in which a request is answered, and by which that is extended, once (Ley 19.628, article 11). */
export const ANSWER_DAYS = 30;
export const EXTENSION_DAYS = 30;

interface Clocked {
  /** `yyyy-mm-dd` */
  readonly receivedOn: string;
  readonly isExtended: boolean;
}

/**
 * Last day on which a request is answered in time, `yyyy-mm-dd`. What came before the law's clock began runs from that
 * day on. The SQL twin is `data_request_due`, and a test compares the two.
 */
export function dueOfRequest({ receivedOn, isExtended }: Clocked, clockFrom: string): string {
  const since = receivedOn < clockFrom ? clockFrom : receivedOn;
  return addDays(since, ANSWER_DAYS + (isExtended ? EXTENSION_DAYS : 0));
}

const details = text(4000, 10);
/** What somebody asks for from their own profile. */
export const ownRequestFields = z.object({ right: optionOf(DATA_RIGHTS), details });

/** What the office records of a request that reached it otherwise. */
export const dataRequestFields = z
  .object({
    right: optionOf(DATA_RIGHTS),
    name: personName(200, 2),
    /** Where it is answered; empty where nobody writes back by mail. */
    email: z.union([email.toLowerCase(), z.literal('')]).default(''),
    /** RUT or another document, as the person gave it; empty where they gave none. */
    document: text(40).default(''),
    details,
    channel: optionOf(RECORDED_CHANNELS),
    receivedOn: plannedDay,
  })
  .superRefine(({ email: address, document }, context) => {
    if (address === '' && document === '')
      context.addIssue({
        code: 'custom',
        path: ['email'],
        message: 'Escribe su correo o su documento: sin ninguno no se sabe de quién son los datos.',
      });
  });
export type DataRequestFields = z.output<typeof dataRequestFields>;

export const extensionFields = z.object({ reason: text(1000, 10) });

export const answerFields = z.object({
  outcome: optionOf(REQUEST_OUTCOMES),
  /** How the office made sure who asks; of who asks from their own account nothing has to be said. */
  identity: text(500).default(''),
  /** To the person: what was done, or why not. */
  answer: text(4000, 10),
});
export type AnswerFields = z.output<typeof answerFields>;

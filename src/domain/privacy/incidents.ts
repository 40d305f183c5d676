import { z } from 'zod';
import { optionOf, plannedDay, text, thingName } from '../text/rules.ts';

/** What became of the data in an incident. */
export const INCIDENT_NATURES = [
  { value: 'confidentiality', label: 'Acceso o difusión sin autorización' },
  { value: 'integrity', label: 'Alteración' },
  { value: 'availability', label: 'Pérdida o destrucción' },
] as const;

/** What makes it necessary to tell the people themselves (Ley 19.628 as changed by Ley 21.719, article 14 sexies). */
export const INCIDENT_DATA = [
  { value: 'sensitive', label: 'Datos sensibles' },
  { value: 'minors', label: 'Datos de menores de 14 años' },
  { value: 'financial', label: 'Datos económicos, financieros o bancarios' },
] as const;

/** Whether it may harm the rights of people; unless there is none, the Agency is told. */
export const INCIDENT_RISKS = [
  { value: 'unknown', label: 'Por evaluar' },
  { value: 'none', label: 'Sin riesgo razonable' },
  { value: 'some', label: 'Con riesgo para las personas' },
] as const;

export const INCIDENT_STATES = [
  { value: 'open', label: 'Abierto' },
  { value: 'closed', label: 'Cerrado' },
] as const;
export type IncidentState = (typeof INCIDENT_STATES)[number]['value'];
export const isOpenIncident = (state: IncidentState): state is 'open' => state === 'open';

const optionalDay = plannedDay.nullable().default(null);

export const incidentFields = z
  .object({
    title: thingName(200, 3),
    detectedOn: plannedDay,
    /** When it happened, where that is known. */
    happenedOn: optionalDay,
    natures: z.array(optionOf(INCIDENT_NATURES)).min(1).max(INCIDENT_NATURES.length),
    description: text(4000, 10),
    /** Which data, and of whom, in words: no names. */
    dataConcerned: text(2000, 3),
    special: z.array(optionOf(INCIDENT_DATA)).max(INCIDENT_DATA.length).default([]),
    /** About how many people; null while nobody knows. */
    people: z.number().int().min(0).max(100_000_000).nullable().default(null),
    effects: text(2000).default(''),
    measures: text(4000).default(''),
    risk: optionOf(INCIDENT_RISKS),
    /** When and with what reference the Agency was told. */
    agencyToldOn: optionalDay,
    agencyReference: text(200).default(''),
    /** When and how the people were told. */
    peopleToldOn: optionalDay,
    peopleToldHow: text(1000).default(''),
    /** Why the Agency or the people were not told. */
    whyNotTold: text(2000).default(''),
  })
  .superRefine(({ happenedOn, detectedOn, agencyToldOn, peopleToldOn }, context) => {
    if (happenedOn !== null && happenedOn > detectedOn)
      context.addIssue({
        code: 'custom',
        path: ['happenedOn'],
        message: 'No puede haber ocurrido después de que se detectó.',
      });
    for (const [path, told] of [
      ['agencyToldOn', agencyToldOn],
      ['peopleToldOn', peopleToldOn],
    ] as const)
      if (told !== null && told < detectedOn)
        context.addIssue({
          code: 'custom',
          path: [path],
          message: 'No puede ser antes de que se detectó.',
        });
  });
export type IncidentFields = z.output<typeof incidentFields>;

type Judged = Pick<
  IncidentFields,
  'measures' | 'effects' | 'risk' | 'special' | 'agencyToldOn' | 'peopleToldOn' | 'whyNotTold'
>;

/** What an incident lacks before it can be closed, in words; empty when nothing. */
export function incidentGaps(incident: Judged): string[] {
  const { measures, effects, risk, special, agencyToldOn, peopleToldOn, whyNotTold } = incident;
  const isRisky = risk === 'some';
  return [
    ...(effects === '' ? ['Describe los efectos.'] : []),
    ...(measures === '' ? ['Describe las medidas que se tomaron.'] : []),
    ...(risk === 'unknown' ? ['Evalúa el riesgo para las personas.'] : []),
    ...(isRisky && agencyToldOn === null && whyNotTold === ''
      ? ['Comunica el incidente a la Agencia de Protección de Datos Personales, o explica por qué no.']
      : []),
    ...(isRisky && special.length > 0 && peopleToldOn === null && whyNotTold === ''
      ? ['Comunica el incidente a las personas afectadas, o explica por qué no.']
      : []),
  ];
}

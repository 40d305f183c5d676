import { changeWords } from '../../access/change-requests.ts';
import { statusLabel } from '../../kinds/statuses.ts';
import type {
  AllowedEvent,
  ChangeEvent,
  HandedOver,
  ObservationEvent,
  Part,
  PartAssignedEvent,
  PublicationEvent,
  ReassignEvent,
} from '../events.ts';
import type { MeasurementEvent } from '../execution-events.ts';
import { OTHER_TURNS, turnTitle } from './step-words.ts';
import { joinAtMost, type NameOf, type Words } from './words.ts';

/** `by` is who did it, by name. */
export const describeDraft = (by: string): Words => ({
  title: turnTitle('draft'),
  text: `${by} creó el proyecto a tu nombre.`,
});

const ALLOWANCES: Record<AllowedEvent['what'], string> = {
  allow_early_report: 'Puedes enviar el informe final',
  open_sections: 'Puedes corregir más secciones',
};
export const describeAllowance = ({ what, note }: AllowedEvent): Words => ({
  title: ALLOWANCES[what],
  text: note,
});

export const describePublication = ({ isWithheld }: PublicationEvent, by: string): Words =>
  isWithheld
    ? {
        title: 'Tu proyecto se retiró del catálogo público',
        text: `${by} lo retiró: nadie de fuera lo ve.`,
      }
    : {
        title: 'Tu proyecto puede volver al catálogo público',
        text: `${by} lo dejó volver: se ve si diste tu consentimiento.`,
      };

const PARTS: Record<Part, Words> = {
  lead: { title: 'Eres responsable', text: 'te dejó como responsable' },
  alternate: { title: 'Eres responsable alterno', text: 'te dejó como responsable alterno' },
  member: { title: 'Eres parte del equipo', text: 'te sumó al equipo' },
};
export const describePart = ({ part }: PartAssignedEvent, by: string): Words => ({
  title: PARTS[part].title,
  text: `${by} ${PARTS[part].text}.`,
});

const OBSERVATIONS: Record<ObservationEvent['what'], Words> = {
  answered: { title: 'Respondieron tu observación', text: 'respondió observaciones que hiciste' },
  resolved: { title: 'Observación resuelta', text: 'dio por resuelta una observación' },
  reopened: { title: 'Observación reabierta', text: 'volvió a abrir una observación' },
};
export const describeObservation = ({ what }: ObservationEvent, by: string): Words => ({
  title: OBSERVATIONS[what].title,
  text: `${by} ${OBSERVATIONS[what].text}.`,
});

export function describeChange(event: ChangeEvent, by: string): Words {
  const what = changeWords(event.section);
  if (event.kind === 'change_requested')
    return { title: 'Te toca decidir un cambio', text: `${by} pidió cambiar ${what}.` };
  return event.isAccepted
    ? { title: 'Cambio aceptado', text: `${by} aceptó cambiar ${what}.` }
    : { title: 'Cambio rechazado', text: `${by} rechazó cambiar ${what}.` };
}

export function describeMeasurements(event: MeasurementEvent, by: string): Words {
  if (event.kind === 'measurements_submitted')
    return { title: OTHER_TURNS.measurement, text: `${by} envió mediciones de indicadores.` };
  const { isAccepted, count } = event;
  const one = count === 1;
  const what = `${one ? 'una medición' : `${count} mediciones`} de indicadores`;
  return {
    title: `${one ? 'Medición' : 'Mediciones'} ${isAccepted ? 'aceptada' : 'devuelta'}${one ? '' : 's'}`,
    text: `${by} ${isAccepted ? 'aceptó' : 'devolvió'} ${what}.`,
  };
}

const MOST_LISTED = 20;
const listOf = (things: readonly HandedOver[]) => joinAtMost(things.map(nameHandedOver), MOST_LISTED);

function nameHandedOver({ holding, code, name, status }: HandedOver): string {
  switch (holding) {
    case 'school':
      return `la escuela ${name}`;
    case 'faculty':
      return `la facultad ${name}`;
    case 'lead':
      return `${code} (responsable)`;
    case 'alternate':
      return `${code} (responsable alterno)`;
    case 'step':
      return `${code} (paso «${statusLabel(status ?? 'draft')}»)`;
  }
}

/** For whoever took these things over from `from`. */
export const describeReceived = (things: readonly HandedOver[], by: string, from: string): Words => ({
  title: 'Recibiste algo a tu cargo',
  text: `${by} te traspasó lo que tenía ${from}: ${listOf(things)}.`,
});

/** For whoever had them: what went to whom. */
export function describeReleased({ taken }: ReassignEvent, by: string, nameOf: NameOf): Words {
  const left = [...Map.groupBy(taken, t => t.toId)].map(
    ([toId, things]) => `a ${nameOf(toId)}: ${listOf(things)}`,
  );
  return { title: 'Ya no está a tu cargo', text: `${by} traspasó ${left.join('; ')}.` };
}

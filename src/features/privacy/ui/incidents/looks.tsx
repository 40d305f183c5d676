import { IconAlertTriangle, IconCircleCheck, IconProgress, type TablerIcon } from '@tabler/icons-react';
import { INCIDENT_RISKS, INCIDENT_STATES, type IncidentState } from '../../../../domain/privacy/incidents.ts';
import { labelIn } from '../../../../domain/text/format.ts';
import { Pill, type Tone } from '../../../../web/ui/status/pill.tsx';
import type { Incident } from '../../incidents/contract.ts';
import classes from './incidents.module.css';

/** Its fields as screens call them. */
export const LABELS = {
  title: 'Título',
  detectedOn: 'Se detectó el',
  happenedOn: 'Ocurrió el',
  natures: 'Qué pasó con los datos',
  description: 'Descripción',
  dataConcerned: 'Qué datos, y de quiénes',
  special: 'Entre ellos hay',
  people: 'Cuántas personas, aproximadamente',
  risk: 'Riesgo para las personas',
  effects: 'Efectos',
  measures: 'Medidas que se tomaron',
  agencyToldOn: 'Se comunicó a la Agencia el',
  agencyReference: 'Referencia de la Agencia',
  peopleToldOn: 'Se comunicó a las personas el',
  peopleToldHow: 'Cómo se les comunicó',
  whyNotTold: 'Por qué no se comunicó',
};

const LOOKS: Record<IncidentState, { icon: TablerIcon; tone: Tone }> = {
  open: { icon: IconProgress, tone: 'attention' },
  closed: { icon: IconCircleCheck, tone: 'good' },
};

export const stateLabel = ({ state }: Incident): string => labelIn(INCIDENT_STATES, state);
export const riskLabel = ({ risk }: Incident): string => labelIn(INCIDENT_RISKS, risk);

export const IncidentPill = ({ incident }: { incident: Incident }) => (
  <Pill {...LOOKS[incident.state]}>{stateLabel(incident)}</Pill>
);

/** What it lacks before it can be closed, as icon and words; a dash when that is nothing. */
export function Gaps({ incident }: { incident: Incident }) {
  if (incident.gaps.length === 0) return '–';
  return (
    <span className={classes.gaps}>
      <IconAlertTriangle size={16} aria-hidden />
      {incident.gaps.join(' ')}
    </span>
  );
}

import { Button, Group } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconHistory, IconHourglass, type TablerIcon } from '@tabler/icons-react';
import { useState } from 'react';
import { describeMeasured } from '../../../domain/execution/measured-words.ts';
import {
  isReturned,
  isSubmitted,
  MEASUREMENT_LABELS,
  type MeasurementState,
} from '../../../domain/execution/measurement-states.ts';
import type { Indicator } from '../../../domain/sections/indicators.ts';
import { request } from '../../../web/api.ts';
import { formatDay } from '../../../web/dates.ts';
import cards from '../../../web/table/cards.module.css';
import plain from '../../../web/table/plain-table.module.css';
import { ActionButton } from '../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../web/ui/dialogs/confirm-dialog.tsx';
import { DateTime } from '../../../web/ui/format.tsx';
import { Pill, type Tone } from '../../../web/ui/status/pill.tsx';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { type Measurement, removeMeasurement } from '../contract.ts';
import { EvidenceList } from './evidence-list.tsx';
import classes from './indicators.module.css';
import type { Deciding, FormProps } from './indicators-part.tsx';
import { useIndicatorsOutdated } from './use-indicators.tsx';

const LOOKS: Readonly<Record<MeasurementState, { icon: TablerIcon; tone: Tone }>> = {
  submitted: { icon: IconHourglass, tone: 'attention' },
  accepted: { icon: IconCheck, tone: 'good' },
  returned: { icon: IconArrowBackUp, tone: 'bad' },
  superseded: { icon: IconHistory, tone: 'quiet' },
};

interface Props extends FormProps {
  indicator: Indicator;
  measurements: readonly Measurement[];
  onDecide: (deciding: Deciding) => void;
}

/** Measurements of an indicator, latest first. */
export function MeasurementTable({ indicator, measurements, onForm, onDecide }: Props) {
  const [removing, setRemoving] = useState<Measurement | null>(null);
  return (
    <div className={cards.cards}>
      <table className={`${plain.table} ${classes.table}`}>
        <thead>
          <tr>
            <th scope="col">Fecha</th>
            <th scope="col">Valor</th>
            <th scope="col">Evidencia</th>
            <th scope="col">Estado</th>
          </tr>
        </thead>
        <tbody>
          {measurements.map(m => (
            <tr key={m.id} data-state={m.state}>
              <th scope="row" data-first>
                {formatDay(m.day)}
              </th>
              <td data-label="Valor">
                <Figures indicator={indicator} measurement={m} />
              </td>
              <td data-label="Evidencia">
                <EvidenceList measurement={m} />
              </td>
              <td data-label="Estado">
                <div>
                  <State measurement={m} />
                  <Actions measurement={m} {...{ onForm, onDecide }} onRemove={() => setRemoving(m)} />
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {removing && <RemoveDialog measurement={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function Figures({ indicator, measurement: m }: { indicator: Indicator; measurement: Measurement }) {
  return (
    <div>
      {m.value !== null && <span className={classes.figures}>{describeMeasured(indicator, m)}</span>}
      {m.replacesId !== null && <span className={classes.meta}> corrige una anterior</span>}
      {m.note && <span className={classes.note}>{m.note}</span>}
    </div>
  );
}

function State({ measurement: m }: { measurement: Measurement }) {
  const { icon, tone } = LOOKS[m.state];
  return (
    <>
      <Pill icon={icon} tone={tone}>
        {m.origin === 'earlier' ? 'Registro anterior' : MEASUREMENT_LABELS[m.state]}
      </Pill>
      <span className={classes.note}>
        {m.author.name}
        {m.decidedBy && (
          <>
            {' · '}
            {m.decidedBy.name}, <DateTime value={m.decidedAt ?? m.submittedAt} />
          </>
        )}
      </span>
      {m.reason && (isReturned(m) || isSubmitted(m)) && (
        <span className={classes.note}>
          {isReturned(m) ? 'Motivo' : 'Se devolvió antes'}: {m.reason}
        </span>
      )}
    </>
  );
}

interface ActionsProps extends FormProps {
  measurement: Measurement;
  onDecide: (deciding: Deciding) => void;
  onRemove: () => void;
}

function Actions({ measurement: m, onForm, onDecide, onRemove }: ActionsProps) {
  const open = { form: 'measurement', indicatorId: m.indicatorId } as const;
  const of = `la medición del ${formatDay(m.day)}`;
  return (
    <Group gap={4} mt={4} className="no-print">
      <Decisions measurement={m} of={of} onDecide={onDecide} />
      {m.mayEdit && (
        <>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Editar ${of}`}
            onClick={() => onForm({ ...open, id: m.id, replacesId: m.replacesId })}
          >
            {isReturned(m) ? 'Mejorar y enviar' : 'Editar'}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Retirar ${of}`}
            onClick={onRemove}
          >
            Retirar
          </Button>
        </>
      )}
      {m.mayCorrect && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`Corregir ${of}`}
          onClick={() => onForm({ ...open, id: null, replacesId: m.id })}
        >
          Corregir
        </Button>
      )}
    </Group>
  );
}

interface DecisionsProps extends Pick<ActionsProps, 'measurement' | 'onDecide'> {
  /** How the measurement is called. */
  of: string;
}

/** Absent for whom it never is to decide; refused with the reason where it is not now. */
function Decisions({ measurement: m, of, onDecide }: DecisionsProps) {
  if (!m.decide) return null;
  const { reason } = m.decide;
  return (
    <>
      <ActionButton
        size="compact-sm"
        reason={reason}
        aria-label={`Aceptar ${of}`}
        onClick={() => onDecide({ measurements: [m], accept: true })}
      >
        Aceptar
      </ActionButton>
      <ActionButton
        size="compact-sm"
        variant="default"
        reason={reason}
        aria-label={`Devolver ${of}`}
        onClick={() => onDecide({ measurements: [m], accept: false })}
      >
        Devolver
      </ActionButton>
    </>
  );
}

function RemoveDialog({ measurement, onClose }: { measurement: Measurement; onClose: () => void }) {
  const { project } = useProject();
  const refresh = useIndicatorsOutdated();
  return (
    <ConfirmDialog
      open
      destructive
      title="Retirar medición"
      confirm="Retirar medición"
      onCancel={onClose}
      onConfirm={async () => {
        const params = { kind: project.kind, id: project.id, measurement: measurement.id };
        await request(removeMeasurement, { params }).finally(refresh);
        onClose();
        toasts.success('Medición retirada.');
      }}
    >
      Se retira la medición del {formatDay(measurement.day)}, y nadie la decide. Sus archivos siguen en el
      proyecto.
    </ConfirmDialog>
  );
}

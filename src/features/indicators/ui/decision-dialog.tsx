import { Text } from '@mantine/core';
import { useState } from 'react';
import { describeMeasured } from '../../../domain/execution/measured-words.ts';
import type { Indicator } from '../../../domain/sections/indicators.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { request } from '../../../web/api.ts';
import { formatDay } from '../../../web/dates.ts';
import { ReasonedDecision } from '../../../web/form/reasoned-decision.tsx';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { decideMeasurements, type Measurement } from '../contract.ts';
import type { Deciding } from './indicators-part.tsx';
import { useIndicatorsOutdated } from './use-indicators.tsx';

interface Props extends Deciding {
  indicators: readonly Indicator[];
  onClose: () => void;
}

const doneWords = (count: number, accept: boolean) =>
  accept
    ? formatCount(count, 'medición aceptada.', 'mediciones aceptadas.')
    : formatCount(count, 'medición devuelta.', 'mediciones devueltas.');

/** Accepting says what begins to count, returning asks why. */
export function DecisionDialog({ measurements: given, accept, indicators, onClose }: Props) {
  const { project } = useProject();
  const refresh = useIndicatorsOutdated();
  // What is decided is what was on screen when the dialog opened.
  const [measurements] = useState(given);
  const params = { kind: project.kind, id: project.id };
  const named = measurements.map(({ id, version }) => ({ id, version }));
  const noun = measurements.length === 1 ? 'medición' : 'mediciones';
  return (
    <ReasonedDecision
      title={`${accept ? 'Aceptar' : 'Devolver'} ${noun}`}
      isLastResort={measurements.some(m => m.decide?.lastResort)}
      draftKey={['project', project.id, 'measured', measurements.map(m => m.id).join()]}
      done={doneWords(measurements.length, accept)}
      store={reason => request(decideMeasurements, { params, body: { accept, reason, measurements: named } })}
      {...{ accept, refresh, onClose }}
    >
      <ul>
        {measurements.map(m => (
          <Line key={m.id} measurement={m} indicator={indicators.find(i => i.id === m.indicatorId)} />
        ))}
      </ul>
      <Text size="sm">
        {accept
          ? 'Cuenta en el valor logrado, y ya no se cambia: se corrige con otra medición.'
          : 'Quien la registró lee tu motivo, la mejora y la envía otra vez.'}
      </Text>
    </ReasonedDecision>
  );
}

function Line({ measurement: m, indicator }: { measurement: Measurement; indicator: Indicator | undefined }) {
  const words = m.value === null ? m.note : describeMeasured(indicator ?? {}, m);
  return (
    <li>
      <Text size="sm" component="span">
        {indicator?.name}: {words}, {formatDay(m.day)}
      </Text>
    </li>
  );
}

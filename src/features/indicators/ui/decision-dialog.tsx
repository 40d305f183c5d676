import { Text } from '@mantine/core';
import { useState } from 'react';
import { describeMeasured } from '../../../domain/execution/measured-words.ts';
import type { Indicator } from '../../../domain/sections/indicators.ts';
import { formatCount } from '../../../domain/text/format.ts';
import { inputErrors } from '../../../domain/workflow/demands.ts';
import { request } from '../../../web/api.ts';
import { formatDay } from '../../../web/dates.ts';
import { useDraft } from '../../../web/form/autosave/use-draft.ts';
import { DecisionModal } from '../../../web/form/decision-modal.tsx';
import { ReasonField } from '../../../web/form/texts/reason-field.tsx';
import { messageOf } from '../../../web/problem-error.ts';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { decideMeasurements, type Measurement } from '../contract.ts';
import type { Deciding } from './indicators-part.tsx';
import { useIndicatorsOutdated } from './use-indicators.tsx';

interface Props extends Deciding {
  indicators: readonly Indicator[];
  onClose: () => void;
}

function useDecision({ measurements: given, accept, onClose }: Props) {
  const { project } = useProject();
  const refresh = useIndicatorsOutdated();
  // What is decided is what was on screen when the dialog opened.
  const [measurements] = useState(given);
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<{ reason?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const draft = useDraft({
    draftKey: ['project', project.id, 'measured', measurements.map(m => m.id).join()],
    value: reason,
    changed: reason !== '',
    onRestore: setReason,
  });
  const close = () => {
    draft.clear();
    onClose();
  };
  const isLast = measurements.some(m => m.decide?.lastResort);
  const demand = isLast ? 'reason>=10' : accept ? null : 'reason>=1';
  const send = async () => {
    const wrong = demand ? inputErrors([demand], { reason })[0] : undefined;
    if (wrong) return setRefusal({ reason: wrong.message });
    setBusy(true);
    setRefusal({});
    try {
      const params = { kind: project.kind, id: project.id };
      const named = measurements.map(({ id, version }) => ({ id, version }));
      await request(decideMeasurements, { params, body: { accept, reason, measurements: named } });
      close();
      toasts.success(doneWords(measurements.length, accept));
    } catch (error) {
      setRefusal({ form: messageOf(error) });
    } finally {
      refresh();
      setBusy(false);
    }
  };
  const type = (text: string) => {
    setReason(text);
    setRefusal({});
  };
  return { measurements, reason, type, refusal, busy, send, close, isLast, demand };
}

const doneWords = (count: number, accept: boolean) =>
  accept
    ? formatCount(count, 'medición aceptada.', 'mediciones aceptadas.')
    : formatCount(count, 'medición devuelta.', 'mediciones devueltas.');

/** Accepting says what begins to count, returning asks why. */
export function DecisionDialog(props: Props) {
  const { accept, indicators } = props;
  const { measurements, reason, type, refusal, busy, send, close, isLast, demand } = useDecision(props);
  const noun = measurements.length === 1 ? 'medición' : 'mediciones';
  const title = `${accept ? 'Aceptar' : 'Devolver'} ${noun}`;
  return (
    <DecisionModal
      {...{ title, accept }}
      isLastResort={isLast}
      loading={busy}
      refusal={refusal.form}
      onClose={close}
      onSend={() => void send()}
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
      {demand && (
        <ReasonField
          {...(isLast && { description: 'Al menos 10 caracteres.' })}
          data-autofocus
          value={reason}
          error={refusal.reason}
          onChange={type}
        />
      )}
    </DecisionModal>
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

import { Text } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../../../domain/text/format.ts';
import { inputErrors } from '../../../../domain/workflow/demands.ts';
import { request } from '../../../../web/api.ts';
import { formatDay } from '../../../../web/dates.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { DecisionModal } from '../../../../web/form/decision-modal.tsx';
import { ReasonField } from '../../../../web/form/texts/reason-field.tsx';
import { messageOf } from '../../../../web/problem-error.ts';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useSpendingOutdated } from '../../../statements/ui/use-statements.tsx';
import { decideRefund, type Refund } from '../../contract.ts';

interface Props {
  refund: Refund;
  accept: boolean;
  onClose: () => void;
}

function useDecision({ refund: given, accept, onClose }: Props) {
  const { project } = useProject();
  const refresh = useSpendingOutdated();
  // What is decided is what was on screen when the dialog opened.
  const [refund] = useState(given);
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<{ reason?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const draft = useDraft({
    draftKey: ['project', project.id, 'refund', refund.id, accept ? 'accept' : 'return'],
    value: reason,
    changed: reason !== '',
    onRestore: setReason,
  });
  const close = () => {
    draft.clear();
    onClose();
  };
  const isLast = refund.decide?.lastResort === true;
  const demand = isLast ? 'reason>=10' : accept ? null : 'reason>=1';
  const send = async () => {
    const wrong = demand ? inputErrors([demand], { reason })[0] : undefined;
    if (wrong) return setRefusal({ reason: wrong.message });
    setBusy(true);
    setRefusal({});
    try {
      const params = { kind: project.kind, id: project.id, refund: refund.id };
      await request(decideRefund, { params, body: { version: refund.version, accept, reason } });
      close();
      toasts.success(accept ? 'Reintegro aceptado.' : 'Reintegro devuelto.');
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
  return { refund, reason, type, refusal, busy, send, close, isLast, demand };
}

/** Accepting says what it settles, returning asks why. */
export function RefundDecision(props: Props) {
  const { accept } = props;
  const { refund, reason, type, refusal, busy, send, close, isLast, demand } = useDecision(props);
  const what = `${formatMoney(refund.amount)} del ${formatDay(refund.day)}`;
  return (
    <DecisionModal
      title={accept ? 'Aceptar reintegro' : 'Devolver reintegro'}
      accept={accept}
      isLastResort={isLast}
      loading={busy}
      refusal={refusal.form}
      onClose={close}
      onSend={() => void send()}
    >
      <Text size="sm">
        {accept
          ? `Se dan por reintegrados ${what}: ya no se cambia.`
          : `Quien envió el reintegro de ${what} lee tu motivo, lo corrige y lo envía otra vez.`}
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

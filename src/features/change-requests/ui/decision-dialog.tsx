import { Text } from '@mantine/core';
import { useState } from 'react';
import { inputErrors } from '../../../domain/workflow/demands.ts';
import { request } from '../../../web/api.ts';
import { useDraft } from '../../../web/form/autosave/use-draft.ts';
import { DecisionModal } from '../../../web/form/decision-modal.tsx';
import { ReasonField } from '../../../web/form/texts/reason-field.tsx';
import { messageOf, ProblemError } from '../../../web/problem-error.ts';
import { toasts } from '../../../web/ui/toasts/toasts.ts';
import type { ChangeRequest } from '../../project-record/detail/contract.ts';
import { useProject } from '../../project-record/ui/project-context.tsx';
import { decideChange, settledChange } from '../contract.ts';

interface DialogProps {
  change: ChangeRequest;
  accept: boolean;
  onClose: () => void;
}

/** A section that changed while the dialog was open is told apart from a request settled by somebody else. */
function refusalWords(error: unknown): string {
  const conflict = error instanceof ProblemError && error.code === 'conflict';
  return conflict && !settledChange.safeParse(error.extra).success
    ? 'La sección cambió mientras mirabas: cierra, revisa cómo quedó y decide de nuevo.'
    : messageOf(error);
}

function useDecision({ change, accept, onClose }: DialogProps) {
  const { project, cache } = useProject();
  // What is decided is what was on screen when the dialog opened.
  const [version] = useState(change.version);
  const [reason, setReason] = useState('');
  const [refusal, setRefusal] = useState<{ reason?: string; form?: string }>({});
  const [busy, setBusy] = useState(false);
  const draft = useDraft({
    draftKey: ['project', project.id, 'decision', change.id],
    value: reason,
    changed: reason !== '',
    onRestore: setReason,
  });
  const close = () => {
    draft.clear();
    onClose();
  };
  const least = change.lastResort ? 10 : accept ? 0 : 1;
  const send = async () => {
    const needed = least === 10 ? 'reason>=10' : 'reason>=1';
    const wrong = least > 0 ? inputErrors([needed], { reason })[0] : undefined;
    if (wrong) return setRefusal({ reason: wrong.message });
    setBusy(true);
    setRefusal({});
    try {
      const params = { kind: project.kind, id: project.id, change: change.id };
      await request(decideChange, { params, body: { accept, version, ...(reason && { reason }) } });
      close();
      toasts.success(accept ? 'Cambio aceptado: ya está en la Ficha.' : 'Cambio rechazado.');
    } catch (error) {
      setRefusal({ form: refusalWords(error) });
    } finally {
      await cache.refresh();
      setBusy(false);
    }
  };
  const type = (text: string) => {
    setReason(text);
    setRefusal({});
  };
  return { reason, type, refusal, busy, send, close, least };
}

/** Accepting takes a comment, refusing a reason. */
export function DecisionDialog(props: DialogProps) {
  const { accept } = props;
  const { reason, type, refusal, busy, send, close, least } = useDecision(props);
  const title = accept ? 'Aceptar cambio' : 'Rechazar cambio';
  return (
    <DecisionModal
      {...{ title, accept }}
      isLastResort={least === 10}
      loading={busy}
      refusal={refusal.form}
      onClose={close}
      onSend={() => void send()}
    >
      <Text size="sm">
        {accept
          ? 'El cambio queda en la Ficha y en el historial.'
          : 'La Ficha queda como está. Quien lo pidió lee tu motivo.'}
      </Text>
      <ReasonField
        label={least > 0 ? 'Motivo' : 'Comentario'}
        description={
          least > 1
            ? `Al menos ${least} caracteres. Queda en el historial.`
            : least === 1
              ? 'Queda en el historial.'
              : 'Opcional. Queda en el historial.'
        }
        withAsterisk={least > 0}
        data-autofocus
        value={reason}
        error={refusal.reason}
        onChange={type}
      />
    </DecisionModal>
  );
}

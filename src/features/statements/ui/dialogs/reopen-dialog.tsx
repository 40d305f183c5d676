import { Text } from '@mantine/core';
import { useState } from 'react';
import { inputErrors } from '../../../../domain/workflow/demands.ts';
import { request } from '../../../../web/api.ts';
import { useDraft } from '../../../../web/form/autosave/use-draft.ts';
import { DecisionModal } from '../../../../web/form/decision-modal.tsx';
import { ReasonField } from '../../../../web/form/texts/reason-field.tsx';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { reopenStatement, type Statement } from '../../contract.ts';
import { statementKey } from '../use-statements.tsx';
import { useStatementWrite } from './use-statement-write.tsx';

interface Props {
  statement: Statement;
  onConflict: (words: string) => void;
  onClose: () => void;
}

function useReopening({ statement, onConflict, onClose }: Props) {
  const { project } = useProject();
  const [version] = useState(statement.version);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const draft = useDraft({
    draftKey: statementKey(project.id, statement.id, 'reopen'),
    value: reason,
    changed: reason !== '',
    onRestore: setReason,
  });
  const close = () => {
    draft.clear();
    onClose();
  };
  const write = useStatementWrite({
    done: `Rendición ${statement.number} reabierta: espera otra decisión.`,
    store: () => {
      const params = { kind: project.kind, id: project.id, statement: statement.id };
      return request(reopenStatement, { params, body: { version, reason } });
    },
    onDone: close,
    onConflict: words => {
      close();
      onConflict(words);
    },
    onErrors: errors => {
      setWrong(errors.find(e => e.path === 'reason')?.message);
      return errors.filter(e => e.path !== 'reason');
    },
  });
  const send = () => {
    const short = inputErrors(['reason>=10'], { reason })[0];
    if (short) setWrong(short.message);
    else write.send();
  };
  const type = (text: string) => {
    setReason(text);
    setWrong(undefined);
  };
  return { reason, type, wrong, close, send, busy: write.busy, refusal: write.refusal };
}

/** Takes the approval of a statement back, with the reason. */
export function ReopenDialog(props: Props) {
  const { reason, type, wrong, close, send, busy, refusal } = useReopening(props);
  return (
    <DecisionModal
      title={`Reabrir rendición ${props.statement.number}`}
      accept={false}
      isLastResort={props.statement.reopen?.lastResort === true}
      loading={busy}
      refusal={refusal}
      onClose={close}
      onSend={send}
    >
      <Text size="sm">
        Sus gastos esperan otra decisión; también los rechazados, si su comprobante todavía tiene saldo.
      </Text>
      <ReasonField
        description="Al menos 10 caracteres."
        data-autofocus
        value={reason}
        error={wrong}
        onChange={type}
      />
    </DecisionModal>
  );
}

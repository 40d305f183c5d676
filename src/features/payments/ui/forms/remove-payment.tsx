import { useState } from 'react';
import { formatMoney } from '../../../../domain/text/format.ts';
import { inputErrors } from '../../../../domain/workflow/demands.ts';
import { request } from '../../../../web/api.ts';
import { formatDay } from '../../../../web/dates.ts';
import { ReasonField } from '../../../../web/form/texts/reason-field.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useSpendingOutdated } from '../../../statements/ui/use-statements.tsx';
import { type Payment, removePayment } from '../../contract.ts';

interface Props {
  payment: Payment;
  /** The reader takes part in the project, and nobody else of the office is left: they say why. */
  isLastResort: boolean;
  onClose: () => void;
}

export function RemovePayment({ payment, isLastResort, onClose }: Props) {
  const { project } = useProject();
  const refresh = useSpendingOutdated();
  const [reason, setReason] = useState('');
  const wrong = isLastResort ? inputErrors(['reason>=10'], { reason })[0]?.message : undefined;
  return (
    <ConfirmDialog
      open
      destructive
      title="Eliminar pago"
      confirm="Eliminar pago"
      persistent={isLastResort}
      reason={wrong ?? null}
      onCancel={onClose}
      onConfirm={async () => {
        const params = { kind: project.kind, id: project.id, payment: payment.id };
        const query = isLastResort ? { lastResort: reason } : {};
        await request(removePayment, { params, query }).finally(refresh);
        onClose();
        toasts.success('Pago eliminado.');
      }}
    >
      Se elimina el pago de {formatMoney(payment.amount)} del {formatDay(payment.day)}: deja de contar como
      pagado. No se puede deshacer.
      {isLastResort && (
        <ReasonField
          mt="sm"
          description="Decides como última persona posible de la oficina: quedará señalado en la auditoría. Al menos 10 caracteres."
          value={reason}
          onChange={setReason}
        />
      )}
    </ConfirmDialog>
  );
}

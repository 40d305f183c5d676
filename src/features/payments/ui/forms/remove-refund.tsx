import { formatMoney } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { formatDay } from '../../../../web/dates.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { useProject } from '../../../project-record/ui/project-context.tsx';
import { useSpendingOutdated } from '../../../statements/ui/use-statements.tsx';
import { type Refund, removeRefund } from '../../contract.ts';

export function RemoveRefund({ refund, onClose }: { refund: Refund; onClose: () => void }) {
  const { project } = useProject();
  const refresh = useSpendingOutdated();
  return (
    <ConfirmDialog
      open
      destructive
      title="Retirar reintegro"
      confirm="Retirar reintegro"
      onCancel={onClose}
      onConfirm={async () => {
        const params = { kind: project.kind, id: project.id, refund: refund.id };
        await request(removeRefund, { params }).finally(refresh);
        onClose();
        toasts.success('Reintegro retirado.');
      }}
    >
      Se retira el reintegro de {formatMoney(refund.amount)} del {formatDay(refund.day)}, y nadie lo decide.
      Su comprobante sigue en los archivos del proyecto.
    </ConfirmDialog>
  );
}

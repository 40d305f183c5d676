import { Stack } from '@mantine/core';
import { useState } from 'react';
import { isConfirmed } from '../../../../domain/calls/review-states.ts';
import { ReasonField } from '../../../../web/form/texts/reason-field.tsx';
import { useWrite } from '../../../../web/query.ts';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { getMatrix, giveBackReview, type MatrixProposal, replaceReviewer } from '../../reviews/contract.ts';
import { CandidateSelect } from './assign-dialog.tsx';

interface Props {
  proposal: MatrixProposal;
  cell: MatrixProposal['reviews'][number];
  onClose: () => void;
}

/** Gives a confirmed review back, or a pending one to somebody else; the others stay as they are. */
export function CellDialog({ proposal, cell, onClose }: Props) {
  const [reason, setReason] = useState('');
  const [userId, setUserId] = useState<string | null>(null);
  const replace = useWrite(replaceReviewer, [getMatrix]);
  const giveBack = useWrite(giveBackReview, [getMatrix]);
  const confirmed = isConfirmed(cell);
  const params = { review: cell.id };
  const run = async () => {
    if (confirmed) await giveBack.mutateAsync({ params, body: { reason } });
    else await replace.mutateAsync({ params, body: { reason, userId } });
    onClose();
  };
  const verb = confirmed ? 'Devolver la evaluación' : userId ? 'Reemplazar' : 'Quitar sin reemplazo';
  return (
    <ConfirmDialog
      open
      title={`${confirmed ? 'Devolver' : 'Reemplazar'}: ${cell.name}, ${proposal.code}`}
      confirm={verb}
      onConfirm={run}
      onCancel={onClose}
    >
      <Stack>
        {!confirmed && <CandidateSelect projectId={proposal.id} value={userId} onChange={setUserId} />}
        <ReasonField
          description={`Al menos 10 caracteres. ${confirmed ? 'Lo lee quien evaluó.' : 'Queda en la auditoría.'}`}
          value={reason}
          onChange={setReason}
        />
      </Stack>
    </ConfirmDialog>
  );
}

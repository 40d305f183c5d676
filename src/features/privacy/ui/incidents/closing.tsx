import { Button, List, Text } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../../../web/api.ts';
import { useReadAgain } from '../../../../web/catalogue/catalogue.ts';
import { ReasonedDecision } from '../../../../web/form/reasoned-decision.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { closeIncident, type Incident, reopenIncident } from '../../incidents/contract.ts';

interface Props {
  row: Incident;
  done: () => void;
}

/** Closes it, or says all that it lacks. */
export function CloseButton({ row, done }: Props) {
  const [asking, setAsking] = useState(false);
  const readAgain = useReadAgain();
  const { id, code, gaps, updatedAt } = row;
  const isReady = gaps.length === 0;
  const close = async () => {
    await request(closeIncident, { params: { id }, body: { updatedAt } });
    setAsking(false);
    done();
    toasts.success(`Incidente ${code} cerrado.`);
    await readAgain();
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Cerrar incidente
      </Button>
      <ConfirmDialog
        open={asking}
        title={isReady ? `Cerrar el incidente ${code}` : `El incidente ${code} todavía no se puede cerrar`}
        confirm="Cerrar incidente"
        reason={isReady ? null : 'Completa antes lo que falta.'}
        onConfirm={close}
        onCancel={() => setAsking(false)}
      >
        {isReady ? (
          'Queda como está guardado. Para cambiarlo después hay que reabrirlo.'
        ) : (
          <>
            <Text size="sm">Falta, según lo último que se guardó:</Text>
            <List size="sm" mt="xs">
              {gaps.map(gap => (
                <List.Item key={gap}>{gap}</List.Item>
              ))}
            </List>
          </>
        )}
      </ConfirmDialog>
    </>
  );
}

/** Opens a closed one again, with the reason. */
export function ReopenButton({ row, done }: Props) {
  const [asking, setAsking] = useState(false);
  const readAgain = useReadAgain();
  const { id, code, updatedAt } = row;
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Reabrir incidente
      </Button>
      {asking && (
        <ReasonedDecision
          title={`Reabrir el incidente ${code}`}
          accept
          isLastResort={false}
          draftKey={['incident', id, 'reopening']}
          least={10}
          most={1000}
          kept="Queda en la auditoría: no escribas nombres."
          done={`Incidente ${code} reabierto.`}
          store={async reason => {
            await request(reopenIncident, { params: { id }, body: { updatedAt, reason } });
            done();
          }}
          refresh={readAgain}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">Podrás cambiarlo y cerrarlo otra vez.</Text>
        </ReasonedDecision>
      )}
    </>
  );
}

import { Text } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../../web/api.ts';
import { ReasonedDecision } from '../../../web/form/reasoned-decision.tsx';
import { messageOf, ProblemError } from '../../../web/problem-error.ts';
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

/** Accepting takes a comment, refusing a reason. */
export function DecisionDialog({ change, accept, onClose }: DialogProps) {
  const { project, cache } = useProject();
  // What is decided is what was on screen when the dialog opened.
  const [version] = useState(change.version);
  const params = { kind: project.kind, id: project.id, change: change.id };
  return (
    <ReasonedDecision
      title={accept ? 'Aceptar cambio' : 'Rechazar cambio'}
      isLastResort={change.lastResort}
      takesComment
      kept="Queda en el historial."
      draftKey={['project', project.id, 'decision', change.id]}
      done={accept ? 'Cambio aceptado: ya está en la Ficha.' : 'Cambio rechazado.'}
      store={reason =>
        request(decideChange, { params, body: { accept, version, ...(reason && { reason }) } })
      }
      refresh={cache.refresh}
      {...{ accept, refusalWords, onClose }}
    >
      <Text size="sm">
        {accept
          ? 'El cambio queda en la Ficha y en el historial.'
          : 'La Ficha queda como está. Quien lo pidió lee tu motivo.'}
      </Text>
    </ReasonedDecision>
  );
}

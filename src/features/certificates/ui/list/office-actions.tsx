import { Group } from '@mantine/core';
import { isRevoked, isValid } from '../../../../domain/certificates/certificates.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import type { Certificate } from '../../contract.ts';

export type OfficeStep = 'revoke' | 'correct';

/** Why another one cannot be issued in its place; one that was revoked may still be, once. */
function whyNotCorrect({ state, isMine, replacedBy, revocationRefused }: Certificate): string | null {
  if (isMine) return revocationRefused ?? null;
  if (replacedBy !== null) return 'Ya se emitió otro en su lugar.';
  if (isRevoked(state)) return null;
  if (!isValid(state)) return 'Está suspendido: se corrige cuando el proyecto vuelva a cerrarse.';
  return revocationRefused ?? null;
}

interface Props {
  certificate: Certificate;
  onStep: (step: OfficeStep) => void;
}

/** What the office can do with it; nothing for others. */
export function OfficeActions({ certificate, onStep }: Props) {
  const { state, revocationRefused } = certificate;
  if (revocationRefused === undefined) return null;
  const isOver = isRevoked(state);
  return (
    <Group gap="xs" className="no-print">
      <ActionButton variant="default" reason={whyNotCorrect(certificate)} onClick={() => onStep('correct')}>
        {isOver ? 'Volver a emitir' : 'Corregir'}
      </ActionButton>
      {!isOver && (
        <ActionButton variant="light" color="red" reason={revocationRefused} onClick={() => onStep('revoke')}>
          Anular
        </ActionButton>
      )}
    </Group>
  );
}

import { Text } from '@mantine/core';
import { useState } from 'react';
import { CALL_MOVES, goesOn, holdWords } from '../../../../domain/calls/call-moves.ts';
import {
  type CallState,
  isFrozen,
  isOpenCall,
  isUnresolved,
  missingToOpen,
} from '../../../../domain/calls/calls.ts';
import { formatList } from '../../../../domain/text/format.ts';
import { request } from '../../../../web/api.ts';
import { formatInstant } from '../../../../web/dates.ts';
import { useRead } from '../../../../web/query.ts';
import { paths } from '../../../../web/routing/paths.ts';
import { ActionButton } from '../../../../web/ui/action-button.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialogs/confirm-dialog.tsx';
import { useGo } from '../../../../web/ui/link.tsx';
import { toasts } from '../../../../web/ui/toasts/toasts.ts';
import { type CallDetail, type CallSettings, deleteCall, moveCall } from '../../contract.ts';
import { getProgress } from '../../progress/contract.ts';
import { ExtendDrawer } from './extend-drawer.tsx';
import { NewCallDrawer } from './new-call-drawer.tsx';
import { readAgain } from './use-call-form.tsx';

interface ActionsProps {
  call: CallDetail;
  /** As typed, saved or not. */
  values: CallSettings;
  dirty: boolean;
  /** Why the reader may change nothing of it. */
  refused: string | null;
}

type Dialog = CallState | 'extend' | 'copy' | 'delete' | null;

export const UNSAVED = 'Guarda los cambios antes.';

/** What the office can do with a call as it stands. */
export function CallActions({ call, values, dirty, refused }: ActionsProps) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const held = useHeld(call);
  const close = () => setDialog(null);
  return (
    <>
      {isUnresolved(call.state) && (
        <ActionButton
          variant="default"
          reason={refused ?? (dirty ? UNSAVED : null)}
          onClick={() => setDialog('extend')}
        >
          Ampliar plazo
        </ActionButton>
      )}
      <ActionButton variant="default" reason={null} onClick={() => setDialog('copy')}>
        Copiar
      </ActionButton>
      {!isFrozen(call.state) && (
        <ActionButton variant="default" color="red" reason={refused} onClick={() => setDialog('delete')}>
          Eliminar
        </ActionButton>
      )}
      {CALL_MOVES[call.state].map(to => (
        <ActionButton
          key={to}
          variant={!isFrozen(to) || BACK.has(`${call.state}/${to}`) ? 'default' : 'filled'}
          reason={refused ?? refusalOf(call, values, dirty, to) ?? (movesOn(call, to) ? held : null)}
          onClick={() => setDialog(to)}
        >
          {LABELS[`${call.state}/${to}`]?.button ?? to}
        </ActionButton>
      ))}
      {dialog === 'extend' && <ExtendDrawer call={call} onClose={close} />}
      {dialog === 'copy' && <NewCallDrawer from={call} onClose={close} />}
      <DeleteDialog call={call} open={dialog === 'delete'} onClose={close} />
      {CALL_MOVES[call.state].map(to => (
        <MoveDialog key={to} call={call} to={to} open={dialog === to} onClose={close} />
      ))}
    </>
  );
}

/** Forward from its evaluation or later: not while something of it is unfinished. */
const movesOn = ({ state }: CallDetail, to: CallState) => goesOn(state) && !BACK.has(`${state}/${to}`);

/** What of a call is unfinished, as the server will say of a move; null where nothing is, or before it is known. */
function useHeld({ id, state, counts }: CallDetail): string | null {
  const { data } = useRead(getProgress, { params: { call: id } }, { enabled: goesOn(state) });
  if (!data) return null;
  // Before the act a proposal that only waits for it is in nobody's way but this one's.
  const appeals = data.holds.filter(hold => hold.appeal).length;
  const unresolved = appeals + (counts ? counts.received + counts.inEvaluation : 0);
  const total = isUnresolved(state) ? Math.max(data.total, unresolved) : data.total;
  return total > 0 ? holdWords(total) : null;
}

/** Why it cannot go there now, in the words of the button; null when it can. */
function refusalOf(call: CallDetail, values: CallSettings, dirty: boolean, to: CallState): string | null {
  if (isOpenCall(to) && !isFrozen(call.state)) {
    const now = new Date();
    const asked = { ...call, ...values, opensAt: values.opensAt ?? now.toISOString() };
    const missing = missingToOpen(asked, now);
    if (missing.length > 0) return `Para abrir falta ${formatList(missing)}.`;
  }
  const proposals = Object.values(call.counts ?? {}).reduce((sum, n) => sum + n, 0);
  if (!isFrozen(to) && proposals > 0) return 'Ya hay propuestas: la convocatoria no vuelve a preparación.';
  if (!isFrozen(to) && call.funds?.transfers.length)
    return 'Ya se movió dinero entre líneas: la convocatoria no vuelve a preparación.';
  return dirty ? UNSAVED : null;
}

const BACK = new Set(['open/preparation', 'closed/execution']);
const CLOSING = {
  button: 'Cerrar convocatoria',
  title: '¿Cerrar la convocatoria?',
  text: 'Ninguno de sus proyectos queda abierto. Puedes reabrirla si hace falta.',
};
const LABELS: Record<string, { button: string; title: string; text: string }> = {
  'preparation/open': {
    button: 'Abrir convocatoria',
    title: '¿Abrir la convocatoria?',
    text: 'Todos la ven y pueden postular desde ahora. Líneas, pauta, preguntas, documentos y reglas quedan fijos.',
  },
  'open/preparation': {
    button: 'Volver a preparación',
    title: '¿Volver a preparación?',
    text: 'Deja de verse. Solo se puede mientras nadie haya empezado una propuesta.',
  },
  'evaluation/resolved': {
    button: 'Dar por resuelta',
    title: '¿Dar por resuelta la convocatoria?',
    text: 'Ninguna propuesta espera su resultado: queda resuelta sin acta.',
  },
  'resolved/closed': CLOSING,
  'execution/closed': CLOSING,
  'closed/execution': {
    button: 'Reabrir',
    title: '¿Reabrir la convocatoria?',
    text: 'Vuelve a estar en ejecución.',
  },
};

interface MoveProps {
  call: CallDetail;
  to: CallState;
  open: boolean;
  onClose: () => void;
}

function MoveDialog({ call, to, open, onClose }: MoveProps) {
  const words = LABELS[`${call.state}/${to}`];
  const move = async () => {
    await request(moveCall, { params: { call: call.id }, body: { version: call.version, to } });
    onClose();
    toasts.success('La convocatoria cambió de estado.');
    await readAgain();
  };
  if (!words) return null;
  return (
    <ConfirmDialog open={open} title={words.title} confirm={words.button} onConfirm={move} onCancel={onClose}>
      <Text size="sm">{words.text}</Text>
      {isOpenCall(to) && call.closesAt && (
        <Text size="sm" mt="xs">
          Cierra el {formatInstant(call.closesAt)}.
        </Text>
      )}
    </ConfirmDialog>
  );
}

function DeleteDialog({ call, open, onClose }: { call: CallDetail; open: boolean; onClose: () => void }) {
  const go = useGo();
  const remove = async () => {
    await request(deleteCall, { params: { call: call.id } });
    onClose();
    toasts.success('Convocatoria eliminada.');
    go(paths.adminCalls(), { replace: true });
    await readAgain();
  };
  return (
    <ConfirmDialog
      open={open}
      title="¿Eliminar la convocatoria?"
      confirm="Eliminar convocatoria"
      destructive
      onConfirm={remove}
      onCancel={onClose}
    >
      Se pierde lo preparado, con sus archivos. No se puede deshacer.
    </ConfirmDialog>
  );
}

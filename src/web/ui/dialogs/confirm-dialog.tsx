import type { ModalProps } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import { useReturnFocus } from '../../form/dialog-focus.ts';
import { lazyPart } from '../../routing/lazy-page.ts';
import { useOnce } from '../../routing/use-once.ts';

const fetchModal = () => import('./confirm-modal.tsx');
// Most visits to a page confirm nothing.
const ConfirmModal = lazyPart(fetchModal, 'ConfirmModal');

// Whoever does anything may be about to be asked: the dialog is there by then, also where the connection is lost since.
const fetchAhead = () => void fetchModal().catch(() => undefined);
for (const doing of ['pointerdown', 'keydown'])
  window.addEventListener(doing, fetchAhead, { capture: true, once: true });

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen, and whether it can be undone. */
  children?: ReactNode;
  /** What the button does, as a verb: "Desactivar facultad". */
  confirm: string;
  cancel?: string;
  destructive?: boolean;
  /** Why it cannot be confirmed yet, e.g. what is still to be typed; null when it can. */
  reason?: string | null;
  size?: ModalProps['size'];
  /** A click outside does not close it: something longer is typed inside. */
  persistent?: boolean;
  /** May refuse by throwing: the message is shown and the dialog stays. */
  onConfirm: () => unknown;
  onCancel: () => void;
}

/** Asks before something is done that cannot be taken back, or not by one click. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open } = props;
  useReturnFocus(open);
  const asked = useOnce(open);
  return (
    asked && (
      <Suspense>
        <ConfirmModal {...props} />
      </Suspense>
    )
  );
}

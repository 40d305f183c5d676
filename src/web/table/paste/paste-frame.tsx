import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReturnFocus } from '../../form/dialog-focus.ts';
import { t } from '../../i18n/i18n.ts';

interface Props {
  title: string;
  size: string;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog of a pasted list; a click beside it does not close it. */
export function PasteFrame({ title, size, onClose, children }: Props) {
  useReturnFocus();
  return (
    <Modal
      opened
      size={size}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Modal>
  );
}

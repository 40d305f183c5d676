import { Modal } from '@mantine/core';
import { useReturnFocus } from '../../../../web/form/dialog-focus.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { MissingList, type MissingProps } from './missing-panel.tsx';

interface Props extends MissingProps {
  open: boolean;
  onClose: () => void;
}

/** What is missing, told to who took the step before it was complete. */
export function MissingDialog({ open, onClose, ...missing }: Props) {
  useReturnFocus(open);
  return (
    <Modal
      opened={open}
      onClose={onClose}
      title={`Para ${missing.needs.aim}, falta completar`}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      styles={{ body: { paddingInline: 0 } }}
    >
      <MissingList {...missing} />
    </Modal>
  );
}

import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '../i18n/i18n.ts';
import { useReturnFocus } from './dialog-focus.ts';

interface Props {
  /** What is done: the modal's name, and that of its button. */
  title: string;
  accept: boolean;
  /** How wide it is; as questions are where left out. */
  size?: 'md' | 'lg';
  /** The reader decides despite a conflict, as nobody else of the office is left. */
  isLastResort: boolean;
  loading: boolean;
  /** Why it could not be done. */
  refusal: string | undefined;
  onClose: () => void;
  onSend: () => void;
  children: ReactNode;
}

/** Asks once more before something that somebody sent is accepted, or goes back to them. */
export function DecisionModal({
  title,
  size = 'md',
  accept,
  isLastResort,
  loading,
  refusal,
  onClose,
  onSend,
  children,
}: Props) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <Stack gap="sm">
        {isLastResort && (
          <Text size="sm">
            Decides como última persona posible de la oficina: quedará señalado en la auditoría.
          </Text>
        )}
        {children}
        {refusal && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button color={accept ? 'cyan' : 'red'} loading={loading} onClick={onSend}>
            {title}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

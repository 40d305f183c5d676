import { Button, Group, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { messageOf } from '../../problem-error.ts';
import { ActionButton } from '../action-button.tsx';
import type { ConfirmDialogProps } from './confirm-dialog.tsx';

/** Runs what was confirmed; a refusal is kept to be shown until the next try. */
function useConfirmation(onConfirm: () => unknown) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const run = async () => {
    setBusy(true);
    setRefusal(null);
    try {
      await onConfirm();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refusal, run, forget: () => setRefusal(null) };
}

/** The dialog itself; `ConfirmDialog` fetches it. */
export function ConfirmModal(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirm,
    cancel = t('action.cancel'),
    destructive,
    reason,
    size = 'sm',
    persistent,
    onConfirm,
    onCancel,
  } = props;
  const { busy, refusal, run, forget } = useConfirmation(onConfirm);
  const close = () => {
    forget();
    onCancel();
  };
  return (
    <Modal
      opened={open}
      onClose={close}
      title={title}
      size={size}
      closeOnClickOutside={!persistent}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      <div style={{ fontSize: 'var(--mantine-font-size-sm)' }}>{children}</div>
      {refusal && (
        <Text role="alert" c="var(--mantine-color-error)" size="sm" mt="sm">
          {refusal}
        </Text>
      )}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close} data-autofocus={destructive || undefined}>
          {cancel}
        </Button>
        <ActionButton
          color={destructive ? 'red' : 'cyan'}
          reason={reason}
          loading={busy}
          onClick={() => void run()}
        >
          {confirm}
        </ActionButton>
      </Group>
    </Modal>
  );
}

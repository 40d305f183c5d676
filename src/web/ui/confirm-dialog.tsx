import { Button, Group, Modal, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../i18n/i18n.ts';
import { messageOf } from '../problem-error.ts';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen, and whether it can be undone. */
  children?: ReactNode;
  /** What the button does, as a verb: "Desactivar facultad". */
  confirm: string;
  cancel?: string;
  destructive?: boolean;
  /** May refuse by throwing: the message is shown and the dialog stays. */
  onConfirm: () => unknown;
  onCancel: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    confirm,
    cancel = t('action.cancel'),
    destructive,
    onConfirm,
    onCancel,
  } = props;
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = () => {
    setRefusal(null);
    onCancel();
  };
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
  return (
    <Modal
      opened={open}
      onClose={close}
      title={title}
      size="sm"
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
        <Button color={destructive ? 'red' : 'cyan'} loading={busy} onClick={run}>
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}

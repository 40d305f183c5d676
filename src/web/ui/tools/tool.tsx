import { ActionIcon } from '@mantine/core';
import type { IconX } from '@tabler/icons-react';

interface ToolProps {
  label: string;
  icon: typeof IconX;
  /** There is nowhere to go; it keeps the keyboard all the same. */
  isOff?: boolean;
  onClick: () => void;
}

/** A small button beside a row; the keyboard stays on it, wherever the row goes. */
export function Tool({ label, icon: Icon, isOff = false, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      {...(isOff && { 'aria-disabled': true, 'data-disabled': true })}
      onClick={event => {
        if (isOff) return;
        const button = event.currentTarget;
        onClick();
        requestAnimationFrame(() => button.isConnected && button.focus());
      }}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

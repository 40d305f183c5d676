import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface ActionButtonProps extends Omit<ButtonProps, 'disabled'> {
  children: ReactNode;
  onClick: () => void;
  /** Why the action is not possible now; null or absent when it is. */
  reason?: string | null | undefined;
  /** What a click shows while it is refused, e.g. what is missing. */
  onRefused?: (() => void) | undefined;
}

/** A button that stays reachable when refused: the reason is its tooltip and its description. */
export function ActionButton({ reason, onClick, onRefused, children, ...rest }: ActionButtonProps) {
  const id = useId();
  const refused = Boolean(reason);
  const button = (
    <Button
      {...rest}
      type="button"
      aria-disabled={refused || undefined}
      aria-describedby={refused ? id : undefined}
      onClick={() => {
        if (refused) onRefused?.();
        else onClick();
      }}
      style={refused ? { cursor: 'not-allowed' } : undefined}
    >
      {children}
    </Button>
  );
  if (!refused) return button;
  return (
    <>
      <Tooltip label={reason} maw={320}>
        {button}
      </Tooltip>
      <span id={id} className="visually-hidden">
        {reason}
      </span>
    </>
  );
}

import { Switch, type SwitchProps } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../problem-error.ts';

interface SavedSwitchProps extends Omit<SwitchProps, 'checked' | 'onChange' | 'error'> {
  /** As it is stored. */
  checked: boolean;
  /** Stores what is wanted, and fails with why it may not be. */
  save: (wanted: boolean) => Promise<unknown>;
}

/**
 * A switch that is stored at once. It shows what was asked for from the click on, as one that moves only with the
 * server's answer seems not to have taken it; a refusal puts it back and says why.
 */
export function SavedSwitch({ checked, save, ...rest }: SavedSwitchProps) {
  const [wanted, setWanted] = useState<boolean>();
  const [refusal, setRefusal] = useState<unknown>();
  const change = async (on: boolean) => {
    if (wanted !== undefined) return;
    setWanted(on);
    setRefusal(undefined);
    try {
      await save(on);
    } catch (error) {
      setRefusal(error);
    } finally {
      setWanted(undefined);
    }
  };
  return (
    <Switch
      {...rest}
      checked={wanted ?? checked}
      aria-busy={wanted !== undefined}
      error={refusal !== undefined && messageOf(refusal)}
      onChange={event => void change(event.currentTarget.checked)}
    />
  );
}

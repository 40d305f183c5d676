import { Switch } from '@mantine/core';
import type { Counts } from '../looks.tsx';

export const leftOf = ({ people, issued }: Counts): number => people - issued;

/** Why there is nothing to issue; null where there is. */
export function nothingLeft(counts: Counts): string | null {
  if (counts.people === 0) return 'No tiene personas a quienes emitir.';
  return leftOf(counts) === 0 ? 'Todas las personas ya tienen su certificado.' : null;
}

interface NotifySwitchProps {
  value: boolean;
  onChange: (value: boolean) => void;
}

export const NotifySwitch = ({ value, onChange }: NotifySwitchProps) => (
  <Switch
    label="Avisar a las personas"
    description={
      value
        ? 'Por notificación y correo a quien tiene cuenta; por correo a quien dejó el suyo.'
        : 'Nadie recibe avisos. Quien tiene cuenta los encuentra en Certificados.'
    }
    checked={value}
    onChange={event => onChange(event.currentTarget.checked)}
  />
);

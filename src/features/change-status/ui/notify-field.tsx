import { Checkbox } from '@mantine/core';

interface NotifyFieldProps {
  value: boolean;
  onChange: (value: boolean) => void;
  /** Who gets a mail; `null` while that is not known. */
  mails: string | null;
}

/** Whether those concerned are told, and who that is. */
export function NotifyField({ value, onChange, mails }: NotifyFieldProps) {
  return (
    <Checkbox
      label="Avisar a las personas afectadas"
      description={value ? (mails ?? 'En la aplicación y por correo.') : 'Nadie recibirá avisos ni correos.'}
      checked={value}
      onChange={event => onChange(event.currentTarget.checked)}
    />
  );
}

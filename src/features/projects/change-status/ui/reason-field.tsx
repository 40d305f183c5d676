import { Textarea } from '@mantine/core';
import { inputErrors } from '../../../../domain/demands.ts';

export const REASON_LENGTH = 10;

/** What is wrong with a reason; null when it will do. */
export const reasonError = (reason: string): string | null =>
  inputErrors([`reason>=${REASON_LENGTH}`], { reason })[0]?.message ?? null;

interface ReasonFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | null;
}

export function ReasonField({ value, onChange, error }: ReasonFieldProps) {
  return (
    <Textarea
      label="Motivo"
      description={`Al menos ${REASON_LENGTH} caracteres. Queda en el historial de cada proyecto.`}
      withAsterisk
      autosize
      minRows={2}
      maxLength={2000}
      value={value}
      error={error}
      onChange={event => onChange(event.currentTarget.value)}
    />
  );
}

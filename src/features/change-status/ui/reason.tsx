import { inputErrors } from '../../../domain/workflow/demands.ts';

const LEAST = 10;

/** What is asked of the reason for a change to many projects at once. */
export const REASON_HELP = `Al menos ${LEAST} caracteres. Queda en el historial de cada proyecto.`;

/** What is wrong with such a reason; null when it will do. */
export const reasonError = (reason: string): string | null =>
  inputErrors([`reason>=${LEAST}`], { reason })[0]?.message ?? null;

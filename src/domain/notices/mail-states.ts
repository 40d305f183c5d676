import { keysOf } from '../kit/look-up.ts';

/**
 * `pending` waits for its next attempt, `sent` was taken by the mail server, `failed` was given up, `kept` was written
 * while no mail server was configured.
 */
export const MAIL_STATES = {
  pending: 'Pendiente',
  sent: 'Enviado',
  failed: 'Fallido',
  kept: 'Guardado',
} as const;
export type MailState = keyof typeof MAIL_STATES;
export const MAIL_STATE_SLUGS = keysOf(MAIL_STATES);

/** Mails that nobody may have read yet. */
export const UNSENT_MAILS: readonly MailState[] = ['pending', 'kept'];

interface Mail {
  readonly state: MailState;
}
export const isPending = ({ state }: Mail): boolean => state === 'pending';
export const isSent = ({ state }: Mail): boolean => state === 'sent';
export const isKept = ({ state }: Mail): boolean => state === 'kept';

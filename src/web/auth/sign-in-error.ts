import { ProblemError } from '../problem-error.ts';

/** Codes of the Microsoft library and of the provider: https://aka.ms/msal.js.errors */
const CANCELLED = new Set(['user_cancelled', 'access_denied', 'interaction_in_progress_cancelled']);
const BLOCKED = new Set(['popup_window_error', 'empty_window_error']);
const UNANSWERED = new Set([
  'timed_out',
  'no_network_connectivity',
  'post_request_failed',
  'get_request_failed',
  'network_error',
  'endpoints_resolution_error',
  'openid_config_error',
]);

export const SIGN_IN_MESSAGES = {
  failed: 'No pudimos completar el ingreso. Inténtalo de nuevo.',
  blocked:
    'Tu navegador bloqueó la ventana de ingreso. Permite las ventanas emergentes de este sitio e inténtalo de nuevo.',
  offline: 'Sin conexión. Revisa tu red e inténtalo de nuevo.',
} as const;

/** Stable code of a failure at the provider, empty when it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'errorCode' in error ? String(error.errorCode) : '';

/** The person closed the popup or refused at the provider: no failure. */
export const isCancelled = (error: unknown) => CANCELLED.has(codeOf(error));

/** The provider or what lies between did not answer: a popup or hidden frame in time, or a request at all. */
export const isUnanswered = (error: unknown) => UNANSWERED.has(codeOf(error));

/** Words for a sign-in that did not succeed. What our server refused brings its own. */
export function signInMessage(error: unknown): string {
  if (error instanceof ProblemError) return error.message;
  if (BLOCKED.has(codeOf(error))) return SIGN_IN_MESSAGES.blocked;
  if (!navigator.onLine) return SIGN_IN_MESSAGES.offline;
  // Time-outs of popup, hidden frame and server are told alike: there is one thing to do about them.
  return SIGN_IN_MESSAGES.failed;
}

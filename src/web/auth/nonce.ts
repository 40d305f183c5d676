import { decodeJwt } from 'jose';

/**
 * A nonce ties an ID token to the one sign-in of this document that asked for it, so that a token obtained elsewhere
 * cannot be slipped in (OpenID Connect Core 1.0, §15.5.2).
 */
export const newNonce = (): string => crypto.randomUUID();

/** Throws when the ID token was issued for something else than the sign-in with this nonce. */
export function checkNonce(idToken: string, nonce: string): void {
  if (decodeJwt(idToken).nonce !== nonce) throw new Error('The ID token belongs to another sign-in');
}

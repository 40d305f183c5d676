import { createHmac, timingSafeEqual } from 'node:crypto';

type Parts = readonly (string | number)[];

/** What stands for a link in its address: nobody without the secret can change a part of it. */
export const signParts = (secret: string, parts: Parts): string =>
  createHmac('sha256', secret).update(parts.join('.')).digest('base64url');

export function isSignature(secret: string, parts: Parts, given: string): boolean {
  const [right, bytes] = [Buffer.from(signParts(secret, parts)), Buffer.from(given)];
  return bytes.length === right.length && timingSafeEqual(bytes, right);
}

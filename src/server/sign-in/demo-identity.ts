import { createHash } from 'node:crypto';

/** Stable UUID (version 8) of a demo row: the same in every installation, so that rows can refer to each other. */
export function demoId(key: string): string {
  const hex = createHash('sha256').update(`vinculacion-demo:${key}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Reserved domain (RFC 2606): mail to these people can never reach anybody. */
export const DEMO_DOMAIN = 'biosur.example';
export const DEMO_TENANT = demoId('tenant');

export const DEMO_MICROSOFT_CLIENT = demoId('microsoft-client');
export const DEMO_GOOGLE_CLIENT = 'demostracion.apps.googleusercontent.example';

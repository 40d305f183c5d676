import { keysOf } from './look-up.ts';

/** Whether the office lets somebody in: `pending` may come in and do nothing yet, `blocked` may not come in. */
export const USER_STATES = { pending: 'Pendiente', active: 'Activa', blocked: 'Bloqueada' } as const;
export type UserState = keyof typeof USER_STATES;
export const USER_STATE_SLUGS = keysOf(USER_STATES);

interface Account {
  readonly state: UserState;
}
export const isActive = ({ state }: Account): boolean => state === 'active';
export const isPending = ({ state }: Account): boolean => state === 'pending';
export const isBlocked = ({ state }: Account): boolean => state === 'blocked';

import { useSyncExternalStore } from 'react';
import { log } from '../log.ts';

/** What the sign-in is busy with. Current releases of the library no longer tell all six apart, hence our own state. */
export type InteractionStatus =
  | 'none'
  | 'login'
  | 'acquire token'
  | 'silent sign-in'
  | 'handle redirect'
  | 'logout';

/** What a person has for password and second factor in the provider's window. In ms. */
export const SIGN_IN_TIME = 5 * 60_000;

export type Interaction = Exclude<InteractionStatus, 'none'>;
export type Phase = 'start' | 'success' | 'failure' | 'end';

/**
 * A start moves to its status unless another interaction is in progress; success, failure or end of the interaction
 * in progress returns to none. Steps of an inner interaction (the token request of a login) change nothing.
 */
export function nextStatus(status: InteractionStatus, kind: Interaction, phase: Phase): InteractionStatus {
  if (phase === 'start') return status === 'none' ? kind : status;
  return status === kind ? 'none' : status;
}

let current: InteractionStatus = 'none';
const listeners = new Set<() => void>();

export const interactionStatus = () => current;

export function report(kind: Interaction, phase: Phase): void {
  const next = nextStatus(current, kind, phase);
  if (next === current) return;
  current = next;
  for (const listener of listeners) listener();
}

export function onInteraction(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useInteraction = () => useSyncExternalStore(onInteraction, interactionStatus);

/** Runs `work` with its status shown; when another interaction is in progress, that one stays shown. */
export async function track<T>(kind: Interaction, work: () => Promise<T>): Promise<T> {
  report(kind, 'start');
  try {
    const result = await work();
    report(kind, 'success');
    return result;
  } catch (error) {
    report(kind, 'failure');
    throw error;
  }
}

/**
 * An interaction whose end something else tells by calling what is returned; `undefined` when another is in progress.
 */
export function begin(kind: Interaction): (() => void) | undefined {
  if (current !== 'none') return undefined;
  report(kind, 'start');
  return () => report(kind, 'end');
}

/** Login and logout: `work` runs only when nothing else is in progress, otherwise the request is ignored (`undefined`). */
export async function interact<T>(
  kind: Extract<Interaction, 'login' | 'logout'>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  if (current === 'none') return track(kind, work);
  log.info(`Ignored a ${kind} request: another interaction is in progress (${current})`);
  return undefined;
}

import { RULES } from '../text/rule-messages.ts';
import type { TransitionRequirement } from './transitions.ts';

/** What a person gives along with a transition. */
export interface TransitionInput {
  readonly reason?: string | undefined;
  readonly comment?: string | undefined;
  readonly observations?: readonly { readonly section: string; readonly text: string }[] | undefined;
  readonly checklist?: boolean | undefined;
  readonly confirmed?: boolean | undefined;
}

/** Observations that one step takes along at most. */
export const MAX_OBSERVATIONS = 50;

/** Characters of the reason asked for; 0 when none is. */
export function reasonLength(requires: readonly TransitionRequirement[]): number {
  const demand = requires.find(r => r.startsWith('reason>='));
  return demand ? Number(demand.slice('reason>='.length)) : 0;
}

/** Field errors of what was given, all at once; empty when it suffices. */
export function inputErrors(
  requires: readonly TransitionRequirement[],
  input: TransitionInput,
): { path: string; message: string }[] {
  const errors: { path: string; message: string }[] = [];
  const least = reasonLength(requires);
  const reason = input.reason?.trim() ?? '';
  if (least > 0 && reason === '') errors.push({ path: 'reason', message: RULES.required });
  else if (reason.length < least) errors.push({ path: 'reason', message: RULES.minLength(least) });
  if (requires.includes('observation>=1')) {
    const given = input.observations ?? [];
    if (given.length === 0) errors.push({ path: 'observations', message: RULES.minItems(1) });
    given.forEach((o, n) => {
      if (o.text.trim() === '') errors.push({ path: `observations.${n}.text`, message: RULES.required });
    });
  }
  if (requires.includes('checklist') && !input.checklist)
    errors.push({ path: 'checklist', message: 'Revisa y marca todos los requisitos.' });
  if (requires.includes('confirmation') && !input.confirmed)
    errors.push({ path: 'confirmed', message: 'Confirma para continuar.' });
  return errors;
}

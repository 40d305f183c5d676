import { AWARDED, type Status } from '../kinds/statuses.ts';
import type { FieldError } from '../kit/problem.ts';
import { fundTotal } from '../sections/budget.ts';
import { formatMoney } from '../text/format.ts';
import { RULES } from '../text/rule-messages.ts';
import type { TransitionAction } from '../workflow/transitions.ts';
import type { CallLine } from './calls.ts';

/** What of a project is money of its call; CLP. */
export interface ProjectMoney {
  readonly lineId: string | null;
  readonly amountAsked: number | null;
  readonly amountAwarded: number | null;
  /** Between categories of the fund, without a request. */
  readonly amountMoved: number;
}

interface Moneyed extends ProjectMoney {
  readonly status: Status;
  readonly amountTyped: boolean;
  readonly call: { readonly lines: readonly CallLine[] } | null;
}

/** What a step gives along. */
export interface GivenMoney {
  readonly lineId?: string | undefined;
  readonly amount?: number | undefined;
}

const isAwarded = (status: Status) => AWARDED.includes(status);

/** Whether an override puts a project among those that have money of its call, and so must say which. */
export const needsAward = ({ call, status, amountAwarded }: Moneyed, to: Status): boolean =>
  call !== null && isAwarded(to) && !(isAwarded(status) && amountAwarded !== null);

/** Field errors of an override's line and amount; empty where it needs none. */
export function awardInputErrors(project: Moneyed, to: Status, { lineId, amount }: GivenMoney): FieldError[] {
  if (!needsAward(project, to)) return [];
  const line = lineId ?? project.lineId;
  const isKnown = project.call?.lines.some(l => l.id === line);
  return [
    ...(isKnown ? [] : [{ path: 'lineId', message: 'Elige una línea de la convocatoria.' }]),
    ...(amount === undefined ? [{ path: 'amount', message: RULES.required }] : []),
  ];
}

interface StepOfMoney {
  readonly action: TransitionAction;
  readonly to: Status;
  readonly given: GivenMoney;
  /** Lines of the budget, which a proposal asks by. */
  readonly budget: Parameters<typeof fundTotal>[0]['lines'];
}

/**
 * The money of a project once a step is taken. A proposal asks, each time it is sent, what its budget says; an award
 * gives what it asks or what the act says; an override, what the office says, and nothing where it leaves the awards.
 */
export function moneyAfter(project: Moneyed, { action, to, given, budget }: StepOfMoney): ProjectMoney {
  const { lineId, amountAsked, amountAwarded, amountMoved } = project;
  const same = { lineId, amountAsked, amountAwarded, amountMoved };
  if (!project.call) return same;
  if (action === 'submit' && !project.amountTyped)
    return { ...same, amountAsked: fundTotal({ lines: budget }) || null };
  if (action === 'award')
    return {
      lineId: given.lineId ?? lineId,
      amountAsked,
      amountAwarded: given.amount ?? amountAsked ?? 0,
      amountMoved: 0,
    };
  if (action !== 'override') return same;
  if (needsAward(project, to))
    return { ...same, lineId: given.lineId ?? lineId, amountAwarded: given.amount ?? 0, amountMoved: 0 };
  return isAwarded(to) ? same : { ...same, amountAwarded: null, amountMoved: 0 };
}

/** Told in the history of a step that awards money; `null` where it does not. */
export function awardNote(before: ProjectMoney, after: ProjectMoney): string | null {
  const { amountAwarded: awarded, amountAsked: asked } = after;
  if (awarded === null || awarded === before.amountAwarded) return null;
  const less = asked !== null && awarded < asked ? ` de ${formatMoney(asked)} pedidos` : '';
  return `Monto adjudicado: ${formatMoney(awarded)}${less}.`;
}

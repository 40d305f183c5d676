import type { Actor } from '../kit/actor.ts';
import type { Verdict } from '../kit/verdict.ts';
import { reasonLength } from '../workflow/demands.ts';
import { buttonLabel } from '../workflow/next-steps.ts';
import {
  type Transition,
  type TransitionAction,
  type TransitionRequirement,
  transitionsFrom,
} from '../workflow/transitions.ts';
import { can } from './can.ts';
import type { ProjectSubject } from './subject.ts';

/** A button: offered when allowed, shown with its reason when this person's but not possible now. */
export interface ActionOffer {
  readonly action: TransitionAction;
  readonly label: string;
  readonly allowed: boolean;
  readonly reason: string | null;
  /** What to give along: reason, observations, comment, confirmation. */
  readonly requires: readonly TransitionRequirement[];
  readonly onBehalf: boolean;
  readonly lastResort: boolean;
}

/** What a transition asks of a person, given the verdict on them. */
export const requirementsFor = (row: Transition, verdict: Verdict): readonly TransitionRequirement[] =>
  verdict.allowed && verdict.lastResort && reasonLength(row.requires) === 0
    ? [...row.requires, 'reason>=10']
    : row.requires;

/** The transitions to show this person, in the table's order. Override has a screen of its own. */
export const allowedActions = (actor: Actor, subject: ProjectSubject): ActionOffer[] =>
  transitionsFrom(subject.status)
    .filter(row => row.action !== 'override')
    .flatMap(row => {
      const verdict = can(actor, row.action, subject);
      if (!verdict.allowed && verdict.hidden) return [];
      return {
        action: row.action,
        label: buttonLabel(row, subject),
        allowed: verdict.allowed,
        reason: verdict.allowed ? null : verdict.reason,
        requires: requirementsFor(row, verdict),
        onBehalf: verdict.allowed && verdict.onBehalf === true,
        lastResort: verdict.allowed && verdict.lastResort === true,
      };
    });

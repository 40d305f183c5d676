import { ACCOUNTED, AWARDED, PAYABLE, STATUSES, type Status } from '../kinds/statuses.ts';
import { type Actor, isAdmin } from '../kit/actor.ts';
import { hide, refuse, type Verdict } from '../kit/verdict.ts';
import type { ExpenseState } from '../spending/expense-states.ts';
import { isObserved, isOpenExpense } from '../spending/expense-states.ts';
import { judgeEntry, judgeRecording } from './execution.ts';
import { barOf, judgeBar, type PartSubject, takesPart } from './part-taking.ts';
import type { EditSubject, ReadSubject } from './subject.ts';
import { isMember, isOwn } from './visibility.ts';

/** Money is for those who account for it and the office, nobody else who reads the project. */
export const mayReadSpending = (actor: Actor, s: ReadSubject): boolean =>
  isOwn(actor, s) || isMember(actor, s) || isAdmin(actor);

/** Whether a project is where money of it is told: approved, or cancelled after that. */
export const hasSpending = ({ status }: { readonly status: Status }): boolean => SPENDING.includes(status);
/** The same as a list, for statements. */
export const SPENDING: readonly Status[] = STATUSES.filter(s => AWARDED.includes(s) || ACCOUNTED.includes(s));

const CLOSED = 'El proyecto está cerrado: ya no se registran gastos ni rendiciones.';
const NOT_OPEN = 'Se rinde desde la aprobación hasta que el proyecto se cierra.';
const NOT_THE_LEAD = 'Solo puede hacerlo el responsable del proyecto o la oficina.';
const NOT_THE_OFFICE = 'Solo puede hacerlo la oficina.';

/** Why nothing is accounted for: too late, or too early. */
const closedWords = ({ status }: { readonly status: Status }): string =>
  hasSpending({ status }) ? CLOSED : NOT_OPEN;

const lateWords = (verdict: Verdict, s: EditSubject): Verdict =>
  verdict.allowed || verdict.hidden ? verdict : refuse(closedWords(s));

/** Whether somebody may record expenses: the team, or the office for it, until the project is closed. */
export const judgeSpending = (actor: Actor, s: EditSubject): Verdict =>
  lateWords(judgeRecording(actor, s, ACCOUNTED), s);

/** What of an expense a permission depends on. */
export interface JudgedExpense {
  readonly state: ExpenseState;
  readonly authorId: string;
}

/** The same of one that is there: until it is sent in a statement, and once more where it was observed. */
export function judgeExpenseChange(actor: Actor, s: EditSubject, e: JudgedExpense): Verdict {
  const verdict = lateWords(judgeEntry(actor, s, e, ACCOUNTED), s);
  if (!verdict.allowed || isOpenExpense(e)) return verdict;
  return refuse('Está en una rendición: se cambia si la oficina lo observa.');
}

/** To remove it: what was observed stays in its statement until the lead takes it out. */
export function judgeExpenseRemoval(actor: Actor, s: EditSubject, e: JudgedExpense): Verdict {
  const verdict = judgeExpenseChange(actor, s, e);
  return verdict.allowed && isObserved(e)
    ? refuse('Está en una rendición: sácalo de ella primero.')
    : verdict;
}

/** Whether somebody may send statements and give money back: lead and alternate, or the office for them. */
export function judgeAccounting(actor: Actor, s: EditSubject): Verdict {
  if (!isOwn(actor, s) && (!isAdmin(actor) || isMember(actor, s))) return hide(NOT_THE_LEAD);
  if (!ACCOUNTED.includes(s.status)) return refuse(closedWords(s));
  return isOwn(actor, s) ? { allowed: true } : { allowed: true, onBehalf: true };
}

/**
 * Whether somebody of the office may decide a statement or a refund. Whoever takes part in the project, or made what is
 * decided, does not.
 */
export function judgeMoneyDecision(actor: Actor, s: PartSubject, makerIds: readonly string[]): Verdict {
  if (!isAdmin(actor)) return hide(NOT_THE_OFFICE);
  if (!ACCOUNTED.includes(s.status)) return refuse('Se decide hasta que el proyecto se cierra.');
  const bar = barOf(actor, s, 'office');
  if (bar || !makerIds.includes(actor.id)) return judgeBar(bar);
  return judgeBar({ reason: 'Tú hiciste una parte de esto: decide otra persona.', last: s.lastAdmin });
}

/**
 * The subject where the people of the office who made what is decided leave it to others, too: the last possible one is
 * who has nobody beside them that is free (`freeIds`) and made nothing of it.
 */
const amongMakers = <S extends PartSubject>(
  actor: Actor,
  s: S,
  makerIds: readonly string[],
  freeIds: readonly string[],
): S =>
  takesPart(actor, s)
    ? s
    : { ...s, lastAdmin: freeIds.every(id => id === actor.id || makerIds.includes(id)) };

/** The same of a statement or a refund that people of the office may have made a part of. */
export const judgeMadeDecision = (
  actor: Actor,
  s: PartSubject,
  makerIds: readonly string[],
  freeIds: readonly string[],
): Verdict => judgeMoneyDecision(actor, amongMakers(actor, s, makerIds, freeIds), makerIds);

/** Whether somebody may record what was paid to a project. */
export function judgePayment(actor: Actor, s: PartSubject): Verdict {
  if (!isAdmin(actor)) return hide(NOT_THE_OFFICE);
  if (!PAYABLE.includes(s.status))
    return refuse('Se paga desde que el proyecto se inicia hasta que se cierra.');
  return judgeBar(barOf(actor, s, 'office'));
}

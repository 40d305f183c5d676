/** Where an expense stands: recorded, in a statement that is looked at, observed in it, and what the office found. */
export const EXPENSE_STATES = ['recorded', 'submitted', 'observed', 'approved', 'refused'] as const;
export type ExpenseState = (typeof EXPENSE_STATES)[number];

export const EXPENSE_LABELS: Readonly<Record<ExpenseState, string>> = {
  recorded: 'Sin rendir',
  submitted: 'En revisión',
  observed: 'Observado',
  approved: 'Aprobado',
  refused: 'Rechazado',
};

type Standing = { readonly state: ExpenseState };
/** In no statement yet. */
export const isRecorded = ({ state }: Standing): boolean => state === 'recorded';
export const isObserved = ({ state }: Standing): boolean => state === 'observed';
export const isApproved = ({ state }: Standing): boolean => state === 'approved';
export const isRefused = ({ state }: Standing): boolean => state === 'refused';
/** Whoever recorded it may still change it. */
export const isOpenExpense = (e: Standing): boolean => isRecorded(e) || isObserved(e);
/** It is spent: what the office refused is not, and its voucher is free again. */
export const countsAsSpent = (e: Standing): boolean => !isRefused(e);
/** The office has found nothing about it yet. */
export const isUndecidedExpense = (e: Standing): boolean => !isApproved(e) && !isRefused(e);

const where = (holds: (e: Standing) => boolean) => EXPENSE_STATES.filter(state => holds({ state }));
export const SPENT_EXPENSES = where(countsAsSpent);
export const UNDECIDED_EXPENSES = where(isUndecidedExpense);
/** Those that a statement under way holds. */
export const STATED_EXPENSES = where(e => isUndecidedExpense(e) && !isRecorded(e));

/** Nobody changes them: the office is looking at them, or has found them right. */
export const FIXED_EXPENSES = where(e => countsAsSpent(e) && !isOpenExpense(e));

/** Where a statement (rendición) stands. */
export const STATEMENT_STATES = ['submitted', 'returned', 'approved'] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];
export const STATEMENT_LABELS: Readonly<Record<StatementState, string>> = {
  submitted: 'En revisión',
  returned: 'Con observaciones',
  approved: 'Aprobada',
};
type StatementStanding = { readonly state: StatementState };
/** It waits for the office. */
export const awaitsOffice = ({ state }: StatementStanding): boolean => state === 'submitted';
/** It waits for the lead. */
export const isReturnedStatement = ({ state }: StatementStanding): boolean => state === 'returned';
export const isApprovedStatement = ({ state }: StatementStanding): boolean => state === 'approved';
export const OPEN_STATEMENTS = STATEMENT_STATES.filter(state => !isApprovedStatement({ state }));

/** Where money that is given back (reintegro) stands. */
export const REFUND_STATES = ['submitted', 'accepted', 'returned'] as const;
export type RefundState = (typeof REFUND_STATES)[number];
export const REFUND_LABELS: Readonly<Record<RefundState, string>> = {
  submitted: 'Por aceptar',
  accepted: 'Aceptado',
  returned: 'Devuelto',
};
type RefundStanding = { readonly state: RefundState };
export const isSubmittedRefund = ({ state }: RefundStanding): boolean => state === 'submitted';
export const isAcceptedRefund = ({ state }: RefundStanding): boolean => state === 'accepted';
export const isReturnedRefund = ({ state }: RefundStanding): boolean => state === 'returned';
export const OPEN_REFUNDS = REFUND_STATES.filter(state => !isAcceptedRefund({ state }));

/** Working days of the office for a statement or a refund, and of the lead to answer one that came back. */
export const STATEMENT_DAYS = 10;

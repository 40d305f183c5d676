import { expect, it } from 'vitest';
import {
  awaitsOffice,
  countsAsSpent,
  EXPENSE_LABELS,
  EXPENSE_STATES,
  isAcceptedRefund,
  isApproved,
  isApprovedStatement,
  isObserved,
  isOpenExpense,
  isRecorded,
  isRefused,
  isReturnedRefund,
  isReturnedStatement,
  isSubmittedRefund,
  isUndecidedExpense,
  OPEN_REFUNDS,
  OPEN_STATEMENTS,
  REFUND_LABELS,
  REFUND_STATES,
  SPENT_EXPENSES,
  STATED_EXPENSES,
  STATEMENT_LABELS,
  STATEMENT_STATES,
  UNDECIDED_EXPENSES,
} from './expense-states.ts';

const those = <S extends string>(states: readonly S[], holds: (of: { state: S }) => boolean) =>
  states.filter(state => holds({ state }));

it('an expense is open until it is sent and when it came back, spent unless refused, decided by approval or refusal', () => {
  expect(those(EXPENSE_STATES, isRecorded)).toEqual(['recorded']);
  expect(those(EXPENSE_STATES, isObserved)).toEqual(['observed']);
  expect(those(EXPENSE_STATES, isApproved)).toEqual(['approved']);
  expect(those(EXPENSE_STATES, isRefused)).toEqual(['refused']);
  expect(those(EXPENSE_STATES, isOpenExpense)).toEqual(['recorded', 'observed']);
  expect(those(EXPENSE_STATES, countsAsSpent)).toEqual(SPENT_EXPENSES);
  expect(SPENT_EXPENSES).toEqual(['recorded', 'submitted', 'observed', 'approved']);
  expect(those(EXPENSE_STATES, isUndecidedExpense)).toEqual(UNDECIDED_EXPENSES);
  expect(UNDECIDED_EXPENSES).toEqual(['recorded', 'submitted', 'observed']);
  expect(STATED_EXPENSES).toEqual(['submitted', 'observed']);
});

it('a statement waits for one side until it is approved', () => {
  expect(those(STATEMENT_STATES, awaitsOffice)).toEqual(['submitted']);
  expect(those(STATEMENT_STATES, isReturnedStatement)).toEqual(['returned']);
  expect(those(STATEMENT_STATES, isApprovedStatement)).toEqual(['approved']);
  expect(OPEN_STATEMENTS).toEqual(['submitted', 'returned']);
});

it('money given back waits for one side until it is accepted', () => {
  expect(those(REFUND_STATES, isSubmittedRefund)).toEqual(['submitted']);
  expect(those(REFUND_STATES, isAcceptedRefund)).toEqual(['accepted']);
  expect(those(REFUND_STATES, isReturnedRefund)).toEqual(['returned']);
  expect(OPEN_REFUNDS).toEqual(['submitted', 'returned']);
});

it('every state has a word of its own', () => {
  for (const labels of [EXPENSE_LABELS, STATEMENT_LABELS, REFUND_LABELS]) {
    const words = Object.values(labels);
    expect(new Set(words).size).toBe(words.length);
  }
});

import { z } from 'zod';
import { itemId } from '../../domain/execution/activities.ts';
import { FILE_STATES } from '../../domain/files/file-states.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { BUDGET_CATEGORIES, BUDGET_SOURCES } from '../../domain/sections/budget.ts';
import { enumOf } from '../../domain/sections/field.ts';
import { CURRENCY_CODES } from '../../domain/spending/currencies.ts';
import { EXPENSE_STATES } from '../../domain/spending/expense-states.ts';
import { expenseFields } from '../../domain/spending/expenses.ts';
import { day, id, instant, storedVersion } from '../../domain/text/rules.ts';
import { offer, person, projectParams } from '../project-record/contract.ts';

const pesos = z.number().int();

const voucher = z.object({
  id,
  typeId: id,
  number: z.string(),
  supplier: z.object({ rut: z.string(), foreignId: z.string(), name: z.string() }),
  issuedOn: day,
  currency: z.enum(CURRENCY_CODES),
  /** In its currency. */
  gross: z.number(),
  /** Pesos a unit, as it was when it was recorded. */
  rate: z.number(),
  grossPesos: pesos,
  withholdingPercent: z.number(),
  withheld: pesos,
  /** Gross without what is withheld. */
  net: pesos,
  /** Other expenses are of it too: what is written of it stays. */
  isShared: z.boolean(),
});

const paper = z.object({
  /** Which of the papers of its type; empty for one more. */
  paper: z.string(),
  /** Of the file, through all its versions. */
  id,
  versionId: id,
  version: z.number().int(),
  name: z.string(),
  contentType: z.string(),
  state: z.enum(FILE_STATES),
  /** Another version counts by now; this one stays the proof. */
  isOlder: z.boolean(),
});

export const expense = z.object({
  id,
  voucher,
  budgetLineId: itemId,
  source: enumOf(BUDGET_SOURCES),
  description: z.string(),
  /** Of the voucher, pesos. */
  share: pesos,
  /** What the line of the budget has less: below zero for a credit note. */
  cost: pesos,
  /** Of a credit note: the expense it takes back. */
  correctsId: id.nullable(),
  state: z.enum(EXPENSE_STATES),
  /** The statement it is in, and its place there from 0. */
  statementId: id.nullable(),
  position: z.number().int().nullable(),
  /** What the office found, and what was answered. */
  observation: z.string(),
  answer: z.string(),
  papers: z.array(paper),
  author: person,
  recordedAt: instant,
  /** What a save sends back. */
  version: storedVersion,
  mayEdit: z.boolean(),
  mayRemove: z.boolean(),
});
export type Expense = z.infer<typeof expense>;

export const projectExpenses = z.object({
  /** Latest day of issue first. */
  expenses: z.array(expense),
  /** Lines of the budget as it stands. */
  lines: z.array(
    z.object({
      id: itemId,
      category: enumOf(BUDGET_CATEGORIES).nullable(),
      description: z.string(),
      quantity: z.number().nullable(),
      unitCost: z.number().nullable(),
      source: enumOf(BUDGET_SOURCES).nullable(),
    }),
  ),
  /** Pesos of the call; null where there is no award. */
  awarded: pesos.nullable(),
  /** Those in use, and those that an expense of the project is of. */
  types: z.array(
    z.object({
      id,
      name: z.string(),
      hasNumber: z.boolean(),
      needsSupplier: z.boolean(),
      withholds: z.boolean(),
      isCredit: z.boolean(),
      papers: z.array(z.object({ id: z.string(), name: z.string() })),
      active: z.boolean(),
    }),
  ),
  /** What of fees is withheld, by year. */
  withholding: z.array(z.object({ year: z.number().int(), percent: z.number() })),
  /** Whether the reader may record. */
  record: offer,
  /** The first and the last day that a voucher may be of; null where nothing says so. */
  from: day.nullable(),
  to: day.nullable(),
  today: day,
});
export type ProjectExpenses = z.infer<typeof projectExpenses>;

/** 404 for who may read the project but not its money. */
export const getExpenses = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/expenses',
  permission: 'active',
  summary: 'What a project has spent of its budget',
  about: 'spending',
  params: projectParams,
  output: projectExpenses,
});

const expenseParams = projectParams.extend({ expense: z.string() });
const written = z.object({ id, version: storedVersion });

/**
 * `id` is made by the browser once per form: sent again after a lost answer it is one expense. What was
 * changed before it was sent again answers 409 with `newerEntry`, as long as nobody has saved it since.
 */
export const newExpense = expenseFields.extend({ id });
export type NewExpense = z.output<typeof newExpense>;

/**
 * A voucher whose supplier, type and number are known is shared: day, currency and gross have to be the same, and the
 * shares of all expenses of it stay within its gross.
 */
export const recordExpense = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/expenses',
  permission: 'active',
  summary: 'Record an expense',
  params: projectParams,
  body: newExpense,
  output: written,
});

/** A stale `version` answers 409 with `newerEntry`. */
export const saveExpense = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/expenses/:expense',
  permission: 'active',
  summary: 'Change an expense that is in no statement, or was observed in one',
  params: expenseParams,
  body: expenseFields.extend({ version: storedVersion }),
  output: written,
});

export const removeExpense = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/expenses/:expense',
  permission: 'active',
  summary: 'Remove an expense that is in no statement',
  params: expenseParams,
  output: z.object({}),
});

import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { exportFormat } from '../../domain/kit/export.ts';
import { STATEMENT_STATES } from '../../domain/spending/expense-states.ts';
import { id, instant, storedVersion, text } from '../../domain/text/rules.ts';
import { decisionOffer, offer, person, projectParams } from '../project-record/contract.ts';

export const statement = z.object({
  id,
  /** 1, 2, … of the project. */
  number: z.number().int(),
  state: z.enum(STATEMENT_STATES),
  author: person,
  submittedBy: person,
  submittedAt: instant,
  due: instant,
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
  /** What the office said to all of it last. */
  comment: z.string(),
  /** How many expenses it has, what they come to, and how much of that the office approved; pesos. */
  expenses: z.number().int(),
  total: z.number().int(),
  approved: z.number().int(),
  version: storedVersion,
  /** To send it again; null where it is never the reader's, or not sent back. */
  answer: offer.nullable(),
  /** To approve or return it; null where it is never the reader's, or nothing waits. */
  decide: decisionOffer.nullable(),
  /** To take an approval back; null where it is never the reader's, or not approved. */
  reopen: decisionOffer.nullable(),
});
export type Statement = z.infer<typeof statement>;

export const projectStatements = z.object({
  /** The latest first. */
  statements: z.array(statement),
  /** Whether the reader may send one; null where it is never theirs. */
  send: offer.nullable(),
});
export type ProjectStatements = z.infer<typeof projectStatements>;

/** Which expenses are in which is said by the expenses. 404 for who may read the project but not its money. */
export const getStatements = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/statements',
  permission: 'active',
  summary: 'How a project has accounted for what it spent',
  about: 'spending',
  params: projectParams,
  output: projectStatements,
});

const statementParams = projectParams.extend({ statement: z.string() });
const written = z.object({ id, number: z.number().int(), version: storedVersion });

export const MOST_STATED = 1000;
const LONGEST_NOTE = 2000;
/** Of a note or an answer to each expense, up to four bytes a letter, with the ids, what leaves and a comment. */
const MOST_NOTED_BYTES = MOST_STATED * (4 * LONGEST_NOTE + 200);

const expenseIds = z
  .array(id)
  .min(1, 'Elige al menos un gasto.')
  .max(MOST_STATED)
  .refine(all => new Set(all).size === all.length, 'Hay gastos repetidos.');

export const newStatement = z.object({ id, expenseIds });
export type NewStatement = z.output<typeof newStatement>;

/**
 * `id` is made by the browser once per form: sent again after a lost answer it is one statement; with other
 * expenses it answers 409 with `newerEntry`. Each expense has to be in none and to have all its papers; the answer names
 * at `expenseIds.n` what is missing.
 */
export const sendStatement = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/statements',
  permission: 'active',
  summary: 'Account for expenses to the office',
  params: projectParams,
  body: newStatement,
  output: written,
});

/** Every observed expense is answered, or taken out; one at least stays. A stale `version` answers 409 with `newerEntry`. */
export const resendStatement = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/statements/:statement',
  permission: 'active',
  summary: 'Answer what the office observed and send a statement again',
  params: statementParams,
  body: z.object({
    version: storedVersion,
    answers: z.array(z.object({ expenseId: id, answer: text(LONGEST_NOTE, 1) })).max(MOST_STATED),
    /** They are recorded and in no statement again. */
    leftOut: z.array(id).max(MOST_STATED).default([]),
  }),
  output: written,
  maxBytes: MOST_NOTED_BYTES,
});

export const statementDecision = z.object({
  version: storedVersion,
  approve: z.boolean(),
  notes: z.array(z.object({ expenseId: id, text: text(LONGEST_NOTE, 3) })).max(MOST_STATED),
  /** To all of it; needed from who decides as the last possible one. */
  comment: text(2000).default(''),
});

/**
 * What is noted of an expense is observed when the statement is returned, and the reason for which it is refused when it
 * is approved; all others are approved with it. A stale `version` answers 409 with `newerEntry`.
 */
export const decideStatement = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/statements/:statement/decision',
  permission: 'active',
  summary: 'Approve a statement or send it back',
  params: statementParams,
  body: statementDecision,
  output: written,
  maxBytes: MOST_NOTED_BYTES,
});

/** Its expenses wait to be decided again; those that were refused too, where their voucher has still room. */
export const reopenStatement = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/statements/:statement/reopen',
  permission: 'active',
  summary: 'Take the approval of a statement back',
  params: statementParams,
  body: z.object({ version: storedVersion, reason: text(2000, 10) }),
  output: written,
});

export const openStatement = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/statements/:statement/document',
  permission: 'active',
  summary: 'A statement as a PDF',
  params: statementParams,
  output: z.unknown(),
  transfer: 'download',
});

export const exportStatement = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/statements/:statement/export',
  permission: 'active',
  summary: 'The expenses of a statement as a table',
  params: statementParams,
  query: z.object({ format: exportFormat.default('xlsx') }),
  output: z.unknown(),
  transfer: 'download',
});

/** In the order of the statement, each named by its place: `001-factura-1234-….pdf`. */
export const openStatementPapers = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/statements/:statement/papers',
  permission: 'active',
  summary: 'The papers of a statement in one ZIP',
  params: statementParams,
  output: z.unknown(),
  transfer: 'download',
});

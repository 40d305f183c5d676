import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { REFUND_STATES } from '../../domain/spending/expense-states.ts';
import { paymentFields, refundFields } from '../../domain/spending/instalments.ts';
import { day, id, instant, lastResort, storedVersion, text } from '../../domain/text/rules.ts';
import { decisionOffer, offer, person, projectParams } from '../project-record/contract.ts';

const pesos = z.number().int();

export const payment = z.object({
  id,
  day,
  amount: pesos,
  reference: z.string(),
  note: z.string(),
  author: person,
  version: storedVersion,
});
export type Payment = z.infer<typeof payment>;

export const refund = z.object({
  id,
  day,
  amount: pesos,
  reference: z.string(),
  note: z.string(),
  proof: z.object({ id, versionId: id, version: z.number().int(), name: z.string() }),
  state: z.enum(REFUND_STATES),
  /** Why it was returned last. */
  reason: z.string().nullable(),
  author: person,
  submittedAt: instant,
  due: instant,
  decidedBy: person.nullable(),
  decidedAt: instant.nullable(),
  version: storedVersion,
  mayEdit: z.boolean(),
  /** To accept or return it; null where it is never the reader's, or nothing waits. */
  decide: decisionOffer.nullable(),
});
export type Refund = z.infer<typeof refund>;

export const projectPayments = z.object({
  /** Pesos of the call; null where there is no award, and so nothing is paid. */
  awarded: pesos.nullable(),
  instalments: z.array(
    z.object({
      /** Percent of the award. */
      share: z.number().int(),
      amount: pesos,
      /** The progress report that releases it; null for the start. */
      report: z.number().int().nullable(),
      isReleased: z.boolean(),
    }),
  ),
  /** What may be paid so far, and what was. */
  released: pesos,
  paid: pesos,
  /** Expenses of the fund, refused ones left out; those of them that the office approved. */
  spent: pesos,
  approved: pesos,
  /** Given back and accepted. */
  refunded: pesos,
  /** Paid, neither approved nor given back. */
  toReturn: pesos,
  /** The latest first. */
  payments: z.array(payment),
  refunds: z.array(refund),
  /** To record or change a payment; null for everybody but the office. */
  pay: decisionOffer.nullable(),
  /** To give money back; null where it is never the reader's. */
  giveBack: offer.nullable(),
  today: day,
});
export type ProjectPayments = z.infer<typeof projectPayments>;

/** 404 for who may read the project but not its money. */
export const getPayments = endpoint({
  method: 'GET',
  path: '/projects/:kind/:id/payments',
  permission: 'active',
  summary: 'What a project was paid of its award, and what it gave back',
  about: 'spending',
  params: projectParams,
  output: projectPayments,
});

const paymentParams = projectParams.extend({ payment: z.string() });
const refundParams = projectParams.extend({ refund: z.string() });
const written = z.object({ id, version: storedVersion });

/**
 * `id` is made by the browser once per form: sent again after a lost answer it is one payment. What was
 * changed before it was sent again answers 409 with `newerEntry`, as long as nobody has saved it since.
 */
export const recordPayment = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/payments',
  permission: 'active',
  summary: 'Record what was paid; 422 above what is released',
  params: projectParams,
  body: paymentFields.extend({ id, lastResort }),
  output: written,
});

/** A stale `version` answers 409 with `newerEntry`. */
export const savePayment = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/payments/:payment',
  permission: 'active',
  summary: 'Correct a payment',
  params: paymentParams,
  body: paymentFields.extend({ version: storedVersion, lastResort }),
  output: written,
});

export const removePayment = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/payments/:payment',
  permission: 'active',
  summary: 'Remove a payment; 422 where more was given back than is left of them',
  params: paymentParams,
  query: z.object({ lastResort }),
  output: z.object({}),
});

/** `id` as of a payment. */
export const sendRefund = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/refunds',
  permission: 'active',
  summary: 'Give money back, with its proof',
  params: projectParams,
  body: refundFields.extend({ id }),
  output: written,
});

/** What came back is sent again by this. A stale `version` answers 409 with `newerEntry`. */
export const saveRefund = endpoint({
  method: 'PUT',
  path: '/projects/:kind/:id/refunds/:refund',
  permission: 'active',
  summary: 'Change a refund that is not accepted',
  params: refundParams,
  body: refundFields.extend({ version: storedVersion }),
  output: written,
});

export const removeRefund = endpoint({
  method: 'DELETE',
  path: '/projects/:kind/:id/refunds/:refund',
  permission: 'active',
  summary: 'Take back a refund that is not accepted',
  params: refundParams,
  output: z.object({}),
});

export const decideRefund = endpoint({
  method: 'POST',
  path: '/projects/:kind/:id/refunds/:refund/decision',
  permission: 'active',
  summary: 'Accept a refund or return it',
  params: refundParams,
  body: z.object({
    version: storedVersion,
    accept: z.boolean(),
    /** Needed to return it, and from who decides as the last possible one. */
    reason: text(2000).default(''),
  }),
  output: written,
});

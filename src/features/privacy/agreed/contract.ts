import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { AGREED_KINDS, WITHDRAWN_KINDS } from '../../../domain/privacy/agreed.ts';
import { id, instant, optionOf } from '../../../domain/text/rules.ts';
import { kindSlug } from '../../project-record/contract.ts';

const row = z.object({
  id,
  what: z.string(),
  /** The project it belongs to; its address for who may open it. Null outside of projects. */
  where: z
    .object({
      title: z.string(),
      project: z.object({ id, kind: kindSlug, code: z.string() }).nullable(),
    })
    .nullable(),
  since: instant,
  /** The version of the privacy notice that was accepted; null where none was asked for. */
  noticeVersion: z.number().int().nullable(),
  /** `now` where it is withdrawn here. */
  withdrawal: z.literal('now').nullable(),
  /** What a withdrawal does, and what stays. */
  note: z.string(),
});
export type AgreedRow = z.infer<typeof row>;

/** Those of which there is something, each with its rows, the latest first. */
const agreed = z.object({ groups: z.array(z.object({ kind: optionOf(AGREED_KINDS), rows: z.array(row) })) });
export type Agreed = z.infer<typeof agreed>;

export const listAgreed = endpoint({
  method: 'GET',
  path: '/personal-data/agreed',
  permission: 'active',
  summary: 'What the reader agreed to and has not withdrawn',
  output: agreed,
});

/** 404 for what is not, or no more, the reader’s. An attendance takes along all of theirs in its project. */
export const withdrawAgreed = endpoint({
  method: 'POST',
  path: '/personal-data/agreed/withdrawals',
  permission: 'active',
  summary: 'Withdraw something that one agreed to',
  body: z.object({ kind: optionOf(WITHDRAWN_KINDS), id }),
  output: agreed,
});

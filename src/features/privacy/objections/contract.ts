import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { email, instant, listQuery, pageOf } from '../../../domain/text/rules.ts';

const PATH = '/contact-objections';

const objection = z.object({
  /** In small letters. */
  email: z.string(),
  notedAt: instant,
  /** Null: the person themselves. */
  notedBy: z.string().nullable(),
});
export type Objection = z.infer<typeof objection>;

export const listObjections = endpoint({
  method: 'GET',
  path: PATH,
  permission: 'privacy.manage',
  summary: 'Addresses at which nobody is mailed surveys or certificates, the latest first',
  query: listQuery(['email', 'notedAt'], '-notedAt'),
  output: pageOf(objection),
});

// Addresses stand in bodies alone: what is asked for stays in logs of whatever lies between.
export const objectionFields = z.object({ email: email.toLowerCase() });
const output = z.object({ objects: z.boolean() });

/** Noted twice it is noted once; 422 for the address of an active account, which has preferences of its own. */
export const noteObjection = endpoint({
  method: 'POST',
  path: PATH,
  permission: 'privacy.manage',
  summary: 'Note that somebody wants no mails of surveys and certificates',
  body: objectionFields,
  output,
});

/** Without harm where nothing was noted. */
export const removeObjection = endpoint({
  method: 'POST',
  path: `${PATH}/removal`,
  permission: 'privacy.manage',
  summary: 'Note that somebody is mailed again',
  body: objectionFields,
  output,
});

export const checkObjection = endpoint({
  method: 'POST',
  path: `${PATH}/check`,
  permission: 'privacy.manage',
  summary: 'Whether somebody wants no mails of surveys and certificates',
  body: objectionFields,
  output,
});

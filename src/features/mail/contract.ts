import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { MAIL_STATE_SLUGS } from '../../domain/notices/mail-states.ts';
import { groupedBy, id, instant, listQuery, pageOf } from '../../domain/text/rules.ts';
import { kindSlug } from '../project-record/contract.ts';

export const mailState = z.enum(MAIL_STATE_SLUGS);

/** A template of `MAIL_TEMPLATES`; older rows may hold one that is gone. */
const mailType = z.string();

const row = z.object({
  id,
  createdAt: instant,
  type: mailType,
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  project: z.object({ id, kind: kindSlug, code: z.string() }).nullable(),
  state: mailState,
  /** How often it was tried. */
  attempts: z.number().int(),
  /** What the last attempt failed with; null when it did not. */
  lastError: z.string().nullable(),
  /** While pending. */
  nextAttemptAt: instant.nullable(),
  sentAt: instant.nullable(),
});
export type MailRow = z.infer<typeof row>;

export const listMails = endpoint({
  method: 'GET',
  path: '/mails',
  permission: 'mail.manage',
  summary: 'Every mail written, latest first; `q` finds recipients, subjects and project codes',
  query: listQuery(['createdAt', 'address', 'state', 'nextAttemptAt'], '-createdAt').extend({
    state: mailState.optional(),
    type: mailType.optional(),
    ...groupedBy(['state', 'type']).shape,
  }),
  output: pageOf(row),
});

export const getMail = endpoint({
  method: 'GET',
  path: '/mails/:id',
  permission: 'mail.manage',
  summary: 'One mail with its texts and its delivery log',
  params: z.object({ id }),
  output: row.extend({
    /** A whole HTML document: show it in a sandboxed frame. */
    html: z.string(),
    text: z.string(),
    /** Earliest first. `answer` is what the mail server said, `error` why it was not delivered. */
    log: z.array(z.object({ at: instant, answer: z.string().nullable(), error: z.string().nullable() })),
  }),
});

/**
 * Queues mails again, to the person's present address. 422 while no mail server is configured. Mails that wait for an
 * attempt are tried at once.
 */
export const resendMails = endpoint({
  method: 'POST',
  path: '/mails/resend',
  permission: 'mail.manage',
  summary: 'Send one or several mails again',
  body: z.object({ ids: z.array(id).min(1).max(200) }),
  output: z.object({ queued: z.array(id) }),
});

/** To the asking person's own address. Asked for again while one still waits, it is that one. */
export const sendTestMail = endpoint({
  method: 'POST',
  path: '/mails/test',
  permission: 'mail.manage',
  summary: 'Send oneself a mail that shows whether mails leave; 422 while no mail server is configured',
  output: z.object({ id, to: z.string() }),
});

export const getMailStatus = endpoint({
  method: 'GET',
  path: '/mails/status',
  permission: 'mail.manage',
  summary: 'Whether mail is configured, and how many mails are in each state',
  output: z.object({
    configured: z.boolean(),
    /** Host and port of the mail server, without its password; null without one. */
    server: z.string().nullable(),
    from: z.string().nullable(),
    counts: z.object({
      pending: z.number().int(),
      sent: z.number().int(),
      failed: z.number().int(),
      kept: z.number().int(),
    }),
  }),
});

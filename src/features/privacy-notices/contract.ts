import { z } from 'zod';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { instant, MOST_INTEGER, text } from '../../domain/text/rules.ts';

export const privacyNotice = z.object({
  version: z.number().int(),
  /** Plain text; an empty line divides paragraphs. */
  body: z.string(),
  publishedAt: instant,
  publishedBy: z.string().nullable(),
  /** It is the text that is proposed to every office. */
  isProposal: z.boolean(),
});
export type PrivacyNotice = z.infer<typeof privacyNotice>;

export const listPrivacyNotices = endpoint({
  method: 'GET',
  path: '/privacy-notices',
  permission: 'settings.manage',
  summary: 'All versions of the privacy notice, newest first',
  output: z.array(privacyNotice),
});

/** Letters of a notice. */
export const MOST_LETTERS = 10_000;
export const noticeFields = z.object({ body: text(MOST_LETTERS, 50) });

/** `version` is the one the editor started from; 409 when somebody published another one since. */
export const publishPrivacyNotice = endpoint({
  method: 'POST',
  path: '/privacy-notices',
  permission: 'settings.manage',
  summary: 'Publish a new version of the privacy notice',
  body: noticeFields.extend({ version: z.number().int().min(1).max(MOST_INTEGER) }),
  output: privacyNotice,
});

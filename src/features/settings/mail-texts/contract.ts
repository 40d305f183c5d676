import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { MAIL_TEMPLATES } from '../../../domain/notices/mail-texts.ts';
import { instant } from '../../../domain/text/rules.ts';

export const mailText = z.object({
  template: z.enum(MAIL_TEMPLATES),
  subject: z.string(),
  /** Rich text. */
  body: z.string(),
  /** Null while the original holds. */
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
});
export type StoredMailText = z.infer<typeof mailText>;

export const getMailTexts = endpoint({
  method: 'GET',
  path: '/settings/mail-texts',
  permission: 'settings.manage',
  summary: 'The text of every mail',
  output: z.array(mailText),
});

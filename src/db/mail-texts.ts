import { MAIL_TEMPLATE_INFO, type MailTemplate, type MailText } from '../domain/notices/mail-texts.ts';
import { readOnce } from './once.ts';

/** The text each mail has now: the office's own, else the original. */
export const readMailTexts = readOnce(async (db): Promise<(template: MailTemplate) => MailText> => {
  const rows = await db.selectFrom('mail_texts').select(['template', 'subject', 'body']).execute();
  const own = new Map<string, MailText>(rows.map(({ template, ...text }) => [template, text]));
  return template => own.get(template) ?? MAIL_TEMPLATE_INFO[template].original;
});

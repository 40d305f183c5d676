import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import { MAIL_TEMPLATE_INFO, MAIL_TEMPLATES, type MailTemplate } from '../../../domain/notices/mail-texts.ts';
import type { StoredMailText } from '../contract.ts';

/** In the order of the screen. */
export async function listMailTexts(db: Database | Transaction): Promise<StoredMailText[]> {
  const { rows } = await sql<StoredMailText>`
    select t.template, t.subject, t.body, t.updated_at as "updatedAt", u.name as "updatedBy"
    from mail_texts t left join users u on u.id = t.updated_by`.execute(db);
  return MAIL_TEMPLATES.map(template => rows.find(row => row.template === template) ?? originalOf(template));
}

export async function findMailText(
  db: Database | Transaction,
  template: MailTemplate,
): Promise<StoredMailText> {
  const all = await listMailTexts(db);
  return all.find(row => row.template === template) ?? originalOf(template);
}

const originalOf = (template: MailTemplate): StoredMailText => ({
  template,
  ...MAIL_TEMPLATE_INFO[template].original,
  updatedAt: null,
  updatedBy: null,
});

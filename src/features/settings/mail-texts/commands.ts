import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { MAIL_TEMPLATE_INFO, type MailTemplate, type MailText } from '../../../domain/notices/mail-texts.ts';
import { cleanHtml } from '../../../domain/text/clean-html.ts';
import { htmlToText } from '../../../domain/text/richtext.ts';
import { changesBetween, command } from '../../../server/commands/command.ts';
import type { StoredMailText } from '../contract.ts';
import type { saveMailText as saveContract } from './contract.ts';
import { findMailText } from './queries.ts';

/** Two offices one after the other, also where there is no row yet. */
const lockTexts = (tx: Transaction) => sql`select from settings where key = 'periods' for update`.execute(tx);

/** What the history shows: formatting is left out, unless it alone has changed. */
function changesOf(before: MailText, after: MailText) {
  const words = ({ subject, body }: MailText) => ({ subject, body: htmlToText(body) });
  const changes = changesBetween(words(before), words(after));
  return Object.keys(changes).length > 0 ? changes : changesBetween({ ...before }, { ...after });
}

export const saveMailText = command(
  'settings.manage',
  async (
    { tx, actor, now, record },
    { template, updatedAt, subject, body: html }: BodyOf<typeof saveContract>,
  ): Promise<StoredMailText> => {
    await lockTexts(tx);
    const before = await findMailText(tx, template);
    if (before.updatedAt === null ? updatedAt !== null : !sameInstant(before.updatedAt, updatedAt))
      throw new AppError('conflict', undefined, { extra: { stored: before } });
    const after = { subject, body: cleanHtml(html) };
    if (before.subject === after.subject && before.body === after.body) return before;
    const row = { ...after, updated_at: now, updated_by: actor.id };
    await tx
      .insertInto('mail_texts')
      .values({ template, ...row })
      .onConflict(conflict => conflict.column('template').doUpdateSet(row))
      .execute();
    const changes = changesOf(textOf(before), after);
    record({ action: 'setting.updated', objectType: 'setting', objectId: `mail.${template}`, changes });
    return findMailText(tx, template);
  },
);

export const restoreMailText = command(
  'settings.manage',
  async ({ tx, record }, template: MailTemplate): Promise<StoredMailText> => {
    await lockTexts(tx);
    const before = await findMailText(tx, template);
    if (before.updatedAt === null) return before;
    await tx.deleteFrom('mail_texts').where('template', '=', template).execute();
    const changes = changesOf(textOf(before), MAIL_TEMPLATE_INFO[template].original);
    record({ action: 'setting.restored', objectType: 'setting', objectId: `mail.${template}`, changes });
    return findMailText(tx, template);
  },
);

const textOf = ({ subject, body }: MailText): MailText => ({ subject, body });
const sameInstant = (stored: string, asked: string | null) =>
  asked !== null && Date.parse(stored) === Date.parse(asked);

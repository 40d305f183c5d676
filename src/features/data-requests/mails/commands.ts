import { readMailTexts } from '../../../db/mail-texts.ts';
import type { Transaction } from '../../../db/pool.ts';
import {
  type DataRequestFacts,
  dataRequestLetterOf,
} from '../../../domain/notices/letters/data-request-letters.ts';
import { MAIL_DELAY_MS } from '../../../server/notices/announce.ts';
import type { DataRequest } from '../contract.ts';

interface Run {
  readonly tx: Transaction;
  readonly now: Date;
}

/**
 * Writes to whoever asked, with or without an account, whatever they chose of other mails: an answer to what they asked
 * is owed to them. Nothing without an address.
 */
export async function tellAsker(
  { tx, now }: Run,
  { code, right, name, email, user, outcome, due }: DataRequest,
  { what, words }: Pick<DataRequestFacts, 'what' | 'words'>,
): Promise<void> {
  if (email === '') return;
  const text = (await readMailTexts(tx))('data_request');
  const until = what === 'answered' ? null : new Date(due);
  const letter = dataRequestLetterOf({ to: name, code, right, what, outcome, words, due: until }, text);
  await tx
    .insertInto('mails')
    .values({
      ...{ user_id: user?.id ?? null, name, address: email, type: 'data_request', ...letter },
      ...{ state: 'pending', next_attempt_at: new Date(now.getTime() + MAIL_DELAY_MS), created_at: now },
    })
    .execute();
}

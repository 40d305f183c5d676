import { sql } from 'kysely';
import type { BodyOf } from '../../../domain/kit/endpoint.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { lettersRefusal, OUTCOME_INFO } from '../../../domain/notices/letters/result-letters.ts';
import type { MailText } from '../../../domain/notices/mail-texts.ts';
import type { Outcome } from '../../../domain/notices/outcomes.ts';
import { cleanHtml } from '../../../domain/text/clean-html.ts';
import { htmlToText } from '../../../domain/text/richtext.ts';
import { type Command, changesBetween, command } from '../../../server/commands/command.ts';
import { requireFree } from '../../../server/part-taking/commands.ts';
import { readCallBar } from '../../../server/part-taking/queries.ts';
import { requireId } from '../../project-record/subject/queries.ts';
import { requireCall } from '../queries.ts';
import type { CallLetter, saveCallLetter as saveContract } from './contract.ts';
import { findLetter } from './queries.ts';

interface Address {
  readonly call: string;
  readonly outcome: Outcome;
}

/** The letter as it stands, its call held until the end, by somebody who takes no part in it. */
async function openLetter(
  run: Command,
  { call: id, outcome, lastResort }: Address & { readonly lastResort?: string | undefined },
): Promise<CallLetter> {
  const { tx, actor } = run;
  await sql`select 1 from calls where id = ${requireId(id)} for no key update`.execute(tx);
  const call = await requireCall(tx, id);
  const bar = await readCallBar(tx, actor, id);
  requireFree(run, bar, { of: { type: 'call', id }, verb: 'cambiar sus cartas de resultado', lastResort });
  const refusal = lettersRefusal(call.state);
  if (refusal) throw new AppError('rule', refusal);
  return findLetter(tx, id, outcome);
}

/** What the audit shows: formatting is left out, unless it alone has changed. */
function changesOf(outcome: Outcome, before: MailText, after: MailText) {
  const words = ({ subject, body }: MailText) => ({ subject, body: htmlToText(body) });
  const all = ({ subject, body }: MailText) => ({ subject, body });
  const changes = changesBetween(words(before), words(after));
  const { label } = OUTCOME_INFO[outcome];
  return {
    letter: [null, label] as const,
    ...(Object.keys(changes).length > 0 ? changes : changesBetween(all(before), all(after))),
  };
}

export const saveCallLetter = command(
  'calls.manage',
  async (run: Command, asked: Address & BodyOf<typeof saveContract>): Promise<CallLetter> => {
    const { tx, actor, now, record } = run;
    const { call, outcome, updatedAt, subject, body } = asked;
    const before = await openLetter(run, asked);
    if (before.updatedAt === null ? updatedAt !== null : !sameInstant(before.updatedAt, updatedAt))
      throw new AppError('conflict', undefined, { extra: { stored: before } });
    const after = { subject, body: cleanHtml(body) };
    if (before.subject === after.subject && before.body === after.body) return before;
    const row = { ...after, updated_at: now, updated_by: actor.id };
    await tx
      .insertInto('call_letters')
      .values({ call_id: call, outcome, ...row })
      .onConflict(conflict => conflict.columns(['call_id', 'outcome']).doUpdateSet(row))
      .execute();
    record({
      action: 'call.letter',
      objectType: 'call',
      objectId: call,
      changes: changesOf(outcome, before, after),
    });
    return findLetter(tx, call, outcome);
  },
);

/** Nobody is asked why: the audit flags what was done instead. */
const lastResort = 'Repuso el texto original de una carta de resultado.';

export const restoreCallLetter = command(
  'calls.manage',
  async (run: Command, { call, outcome }: Address): Promise<CallLetter> => {
    const { tx, record } = run;
    const before = await openLetter(run, { call, outcome, lastResort });
    if (before.updatedAt === null) return before;
    await tx.deleteFrom('call_letters').where('call_id', '=', call).where('outcome', '=', outcome).execute();
    const changes = changesOf(outcome, before, OUTCOME_INFO[outcome].original);
    record({ action: 'call.letter_restored', objectType: 'call', objectId: call, changes });
    return findLetter(tx, call, outcome);
  },
);

const sameInstant = (stored: string, asked: string | null) =>
  asked !== null && Date.parse(stored) === Date.parse(asked);

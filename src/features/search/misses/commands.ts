import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';
import { localDay } from '../../../domain/kit/calendar.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { plain } from '../../../domain/text/plain.ts';
import { command } from '../../../server/commands/command.ts';
import { find } from '../queries.ts';
import type { dismissMiss, reportMiss as report } from './contract.ts';
import { nameSomebody } from './queries.ts';

/** Different words that are kept; of so many nobody reads more. Two reports at once may bring one too many. */
const MOST_KEPT = 5000;
/** Lengths that the table takes. What is longer was not typed but pasted, and may say anything. */
const [SHORTEST, LONGEST] = [3, 100];

/** A mail, a number of five digits, or seven however they are parted: a RUT, a telephone, a document. */
const OF_SOMEBODY = /@|\p{N}{5}|\p{N}(?:[^\p{L}\p{N}]*\p{N}){6}/u;

/** The words as they are kept; null where they may say who somebody is, or are none. */
function wordsToKeep(typed: string): string | null {
  if (OF_SOMEBODY.test(typed)) return null;
  const words = (plain(typed).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
  const { length } = [...words];
  return length >= SHORTEST && length <= LONGEST ? words : null;
}

/** Counts words, known ones always, new ones while there is room. */
async function countWords(tx: Transaction, words: string, now: Date): Promise<void> {
  const today = localDay(now);
  await sql`
    insert into search_misses as m (words, first_on, last_on)
    select ${words}, ${today}::date, ${today}::date
    where (select count(*) from search_misses) < ${MOST_KEPT}
      or exists (select from search_misses where words = ${words})
    on conflict (words) do update set times = m.times + 1, last_on = greatest(m.last_on, excluded.last_on)`.execute(
    tx,
  );
}

/** Without an entry in the audit, which would tell who looked for something, and when. */
export const reportMiss = command(
  'active',
  async ({ tx, actor, now }, { q }: BodyOf<typeof report>): Promise<OutputOf<typeof report>> => {
    // Wide letters and signs, as some keyboards write them, are the same ones.
    const typed = q.normalize('NFKC');
    const words = wordsToKeep(typed);
    if (words === null) return {};
    const { groups, refused } = await find(tx, actor, typed);
    if (refused || groups.length > 0 || (await nameSomebody(tx, words))) return {};
    await countWords(tx, words, now);
    return {};
  },
);

export const dismiss = command(
  'settings.manage',
  async ({ tx, record }, { words }: BodyOf<typeof dismissMiss>): Promise<OutputOf<typeof dismissMiss>> => {
    const { numAffectedRows } = await sql`delete from search_misses where words = ${words}`.execute(tx);
    if (numAffectedRows === 0n) throw notFound();
    // Which words is not said: the audit keeps them for ever, and they may be taken off because they name somebody.
    record({ action: 'searchMiss.deleted', objectType: 'searchMiss', objectId: randomUUID() });
    return { words };
  },
);

import { sql } from 'kysely';
import type { Transaction } from '../../db/pool.ts';
import { localDay } from '../../domain/kit/calendar.ts';

/** The next number of this year, taken with what bears it: none is left out, and two at once get two. */
export async function takeNumber(
  { tx, now }: { readonly tx: Transaction; readonly now: Date },
  series: 'request' | 'incident',
): Promise<{ year: number; number: number }> {
  const year = Number(localDay(now).slice(0, 4));
  const { rows } = await sql<{ number: number }>`
    insert into privacy_numbers (series, year, last) values (${series}, ${year}, 1)
    on conflict (series, year) do update set last = privacy_numbers.last + 1 returning last as number`.execute(
    tx,
  );
  const number = rows[0]?.number;
  if (number === undefined) throw new Error('no number was taken');
  return { year, number };
}

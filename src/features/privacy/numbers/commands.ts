import { sql } from 'kysely';
import type { Transaction } from '../../../db/pool.ts';

/** The next number of a year, taken with what bears it: none is left out, and two at once get two. */
export async function nextNumber(
  { tx }: { readonly tx: Transaction },
  series: 'request' | 'incident',
  year: number,
): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into privacy_numbers (series, year, last) values (${series}, ${year}, 1)
    on conflict (series, year) do update set last = privacy_numbers.last + 1 returning last`.execute(tx);
  const last = rows[0]?.last;
  if (last === undefined) throw new Error('no number was taken');
  return last;
}

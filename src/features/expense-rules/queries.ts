import { sql } from 'kysely';
import { readHolidays } from '../../db/holidays.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import { type Currency, rateDay } from '../../domain/spending/currencies.ts';
import type { VoucherType, WithholdingRate } from '../../domain/spending/vouchers.ts';

/** All types of voucher, those out of use too, by name. */
export async function readVoucherTypes(db: Database | Transaction): Promise<VoucherType[]> {
  const { rows } = await sql<VoucherType>`
    select id, name, has_number as "hasNumber", needs_supplier as "needsSupplier", withholds, is_credit as "isCredit",
      papers, active
    from voucher_types order by plain(name)`.execute(db);
  return rows;
}

/** What of fees is withheld, by year. */
export const readWithholding = (db: Database | Transaction): Promise<WithholdingRate[]> =>
  db.selectFrom('withholding_rates').select(['year', 'percent']).orderBy('year').execute();

/** What a currency is worth on a day, and the day that value is of; null where the office has not entered it. */
export async function findRate(
  db: Database | Transaction,
  currency: Currency,
  day: string,
): Promise<{ value: number | null; day: string }> {
  if (currency === 'CLP') return { value: 1, day };
  const of = rateDay(currency, day, await readHolidays(db));
  const rate = await db
    .selectFrom('exchange_rates')
    .select('value')
    .where('currency', '=', currency)
    .where('day', '=', of)
    .executeTakeFirst();
  return { value: rate?.value ?? null, day: of };
}

/** Pesos that a unit of a currency is worth on a day; null where the office has not entered it. */
export const readRate = async (
  db: Database | Transaction,
  currency: Currency,
  day: string,
): Promise<number | null> => (await findRate(db, currency, day)).value;

import { sql } from 'kysely';
import { readHolidays } from '../../db/holidays.ts';
import type { Database, Transaction } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import type { QueryOf } from '../../domain/kit/endpoint.ts';
import { type Currency, rateDay } from '../../domain/spending/currencies.ts';
import type { VoucherType, WithholdingRate } from '../../domain/spending/vouchers.ts';
import { findRow, lastChangeOf, listOf, matching, type View } from '../../server/tables/list.ts';
import { type Columns, instant } from '../../server/tables/table-file.ts';
import type { ExchangeRate, listExchangeRates, VoucherTypeRow, WithholdingTable } from './contract.ts';

const TYPE = sql`t.id, t.name, t.has_number as "hasNumber", t.needs_supplier as "needsSupplier", t.withholds,
  t.is_credit as "isCredit", t.papers, t.active`;

const TYPE_ROW = {
  from: sql`voucher_types t`,
  select: sql`${TYPE}, (select count(*)::int from vouchers v where v.type_id = t.id) as vouchers, ${lastChangeOf('t')}`,
  key: sql`t.id`,
};

export const findVoucherType = (
  db: Database | Transaction,
  _actor: Actor,
  id: string,
): Promise<VoucherTypeRow> => findRow(db, TYPE_ROW, [sql`t.id = ${id}`]);

/** Those of the office's screen, with how many vouchers are of each. */
export async function listTypes(db: Database): Promise<VoucherTypeRow[]> {
  // As JSON, so that instants look the same as in one row.
  const { rows } = await sql<{ row: VoucherTypeRow }>`
    select to_json(r) as row from (
      select ${TYPE_ROW.select} from ${TYPE_ROW.from} order by plain(t.name)
    ) r`.execute(db);
  return rows.map(({ row }) => row);
}

/** All types of voucher, those out of use too, by name. */
export async function readVoucherTypes(db: Database | Transaction): Promise<VoucherType[]> {
  const { rows } = await sql<VoucherType>`
    select ${TYPE} from voucher_types t order by plain(t.name)`.execute(db);
  return rows;
}

/**
 * A type of voucher, in use or not, held until the end. Before any voucher: whoever changes or deletes it, who holds it
 * alone, then waits for nobody who waits for it.
 */
export async function lockVoucherType(tx: Transaction, id: string): Promise<VoucherType | undefined> {
  const { rows } = await sql<VoucherType>`
    select ${TYPE} from voucher_types t where t.id = ${id} for key share`.execute(tx);
  return rows[0];
}

/** What of fees is withheld, by year. */
export const readWithholding = (db: Database | Transaction): Promise<WithholdingRate[]> =>
  db.selectFrom('withholding_rates').select(['year', 'percent']).orderBy('year').execute();

/** The same with who changed it last; nobody did while every rate is as it came with the application. */
export async function readWithholdingTable(db: Database | Transaction): Promise<WithholdingTable> {
  const { rows } = await sql<Pick<WithholdingTable, 'updatedAt' | 'updatedBy'>>`
    select w.updated_at as "updatedAt", u.name as "updatedBy"
    from withholding_rates w join users u on u.id = w.updated_by order by w.updated_at desc limit 1`.execute(
    db,
  );
  return { rates: await readWithholding(db), ...(rows[0] ?? { updatedAt: null, updatedBy: null }) };
}

type RatesQuery = QueryOf<typeof listExchangeRates>;

const RATES: View<RatesQuery> = {
  from: sql`exchange_rates r`,
  select: sql`r.currency || ':' || r.day as id, r.currency, r.day, r.value, ${lastChangeOf('r')}`,
  sorts: { day: sql`r.day` },
  key: sql`r.currency || ':' || r.day`,
};

export const rateList = listOf<RatesQuery, ExchangeRate>(RATES, (_actor, { currency, from, to, q }) => [
  sql`r.currency = ${currency}`,
  ...(from === undefined ? [] : [sql`r.day >= ${from}`]),
  ...(to === undefined ? [] : [sql`r.day <= ${to}`]),
  ...matching(sql`to_char(r.day, 'DD-MM-YYYY')`, q),
]);

export const RATE_COLUMNS: Columns<ExchangeRate> = {
  moneda: row => row.currency,
  dia: row => row.day,
  pesos: row => row.value,
  actualizado: row => instant(row.updatedAt),
  actualizado_por: row => row.updatedBy,
};

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

import { sql } from 'kysely';
import { readHolidays } from '../../db/holidays.ts';
import type { Transaction } from '../../db/pool.ts';
import type { BodyOf, OutputOf, ParamsOf } from '../../domain/kit/endpoint.ts';
import { AppError, notFound } from '../../domain/kit/problem.ts';
import { hasOwnRate, type RatedCurrency } from '../../domain/spending/currencies.ts';
import type { VoucherTypeFields, WithholdingRate } from '../../domain/spending/vouchers.ts';
import { catalogueCommands } from '../../server/commands/catalogue.ts';
import { type Command, changesBetween, command } from '../../server/commands/command.ts';
import type {
  removeExchangeRate,
  saveExchangeRates,
  saveWithholdingRates,
  VoucherTypeRow,
  WithholdingTable,
} from './contract.ts';
import { findVoucherType, readWithholdingTable } from './queries.ts';

/** What decides how a voucher was recorded, by its column. */
const LASTING = {
  hasNumber: 'has_number',
  needsSupplier: 'needs_supplier',
  withholds: 'withholds',
  isCredit: 'is_credit',
} as const satisfies Partial<Record<keyof VoucherTypeFields, string>>;

interface Stored extends Readonly<Record<(typeof LASTING)[keyof typeof LASTING], boolean>> {
  readonly id: string;
}

async function refuseRecordedOtherwise(tx: Transaction, fields: VoucherTypeFields, before: Stored) {
  const names = Object.keys(LASTING) as (keyof typeof LASTING)[];
  const changed = names.filter(name => fields[name] !== before[LASTING[name]]);
  if (changed.length === 0) return;
  const { rows } = await sql`select from vouchers where type_id = ${before.id} limit 1`.execute(tx);
  if (rows.length === 0) return;
  const message = 'Ya hay comprobantes de este tipo: no se puede cambiar. Crea otro y desactiva este.';
  throw new AppError('rule', message, { errors: changed.map(path => ({ path, message })) });
}

export const voucherTypeCommands = catalogueCommands<VoucherTypeFields, VoucherTypeRow, Stored>({
  table: 'voucher_types',
  object: 'voucherType',
  manage: 'settings.manage',
  duplicate: { path: 'name', message: 'Ya existe un tipo de comprobante con ese nombre.' },
  references: [{ table: 'vouchers', column: 'type_id', one: 'comprobante', many: 'comprobantes' }],
  columns: ({ name, hasNumber, needsSupplier, withholds, isCredit, papers, active }) => ({
    ...{ name, has_number: hasNumber, needs_supplier: needsSupplier, withholds, is_credit: isCredit },
    ...{ papers: JSON.stringify(papers), active },
  }),
  async check({ tx }, fields, before) {
    if (before) await refuseRecordedOtherwise(tx, fields, before);
  },
  find: findVoucherType,
});

const byYear = (rates: readonly WithholdingRate[]) =>
  Object.fromEntries(rates.map(({ year, percent }) => [year, percent]));

export const saveWithholding = command(
  'settings.manage',
  async (
    { tx, actor, record },
    { rates, updatedAt }: BodyOf<typeof saveWithholdingRates>,
  ): Promise<WithholdingTable> => {
    // One after the other: two offices saving at once must not each see the values of before.
    await sql`lock table withholding_rates in share row exclusive mode`.execute(tx);
    const before = await readWithholdingTable(tx);
    const instantOf = (text: string | null) => text && Date.parse(text);
    if (instantOf(before.updatedAt) !== instantOf(updatedAt))
      throw new AppError('conflict', undefined, { extra: { stored: before } });
    const [old, now] = [byYear(before.rates), byYear(rates)];
    const years = [...before.rates, ...rates].map(({ year }) => [year, null]);
    const changes = changesBetween(old, { ...Object.fromEntries(years), ...now });
    if (Object.keys(changes).length === 0) return before;
    await tx.deleteFrom('withholding_rates').execute();
    await tx
      .insertInto('withholding_rates')
      .values(rates.map(({ year, percent }) => ({ year, percent, updated_by: actor.id })))
      .execute();
    record({ action: 'setting.updated', objectType: 'setting', objectId: 'withholding', changes });
    return readWithholdingTable(tx);
  },
);

type Rates = BodyOf<typeof saveExchangeRates>['rates'];

async function refuseDaysOff({ tx }: Command, currency: RatedCurrency, rates: Rates): Promise<void> {
  const holidays = await readHolidays(tx);
  const message = 'El dólar no tiene valor en un día no hábil: vale el del día hábil anterior.';
  const errors = rates.flatMap(({ day }, n) =>
    hasOwnRate(currency, day, holidays) ? [] : [{ path: `rates.${n}.day`, message }],
  );
  if (errors.length > 0) throw new AppError('invalid', undefined, { errors });
}

/** More days that are new than this the audit counts. */
const MOST_NAMED = 31;

type Written = { readonly day: string; readonly before: number | null; readonly value: number };

/** What the audit keeps: a value that was replaced always, so that whoever was paid by it can be found. */
function ratesChanged(currency: RatedCurrency, written: readonly Written[]) {
  const added = written.filter(({ before }) => before === null);
  const named = added.length > MOST_NAMED ? written.filter(({ before }) => before !== null) : written;
  const changes: Record<string, readonly [unknown, unknown]> = Object.fromEntries(
    named.map(({ day, before, value }) => [`${currency} ${day}`, [before, value] as const]),
  );
  if (added.length > MOST_NAMED)
    changes[`${currency} ${added[0]?.day} – ${added.at(-1)?.day}`] = [null, `${added.length} valores`];
  return changes;
}

export const saveRates = command(
  'settings.manage',
  async (
    c,
    { currency, rates }: BodyOf<typeof saveExchangeRates>,
  ): Promise<OutputOf<typeof saveExchangeRates>> => {
    await refuseDaysOff(c, currency, rates);
    // One after the other, so that each knows what it replaces.
    await sql`lock table exchange_rates in share row exclusive mode`.execute(c.tx);
    const { rows } = await sql<Written>`
      with given as (
        select day, value from jsonb_to_recordset(${JSON.stringify(rates)}::jsonb) as g (day date, value numeric)
      ), old as materialized (
        select r.day, r.value from exchange_rates r where r.currency = ${currency}
          and r.day in (select day from given)
      ), written as (
        insert into exchange_rates as r (currency, day, value, updated_by)
        select ${currency}, day, value, ${c.actor.id}::uuid from given
        on conflict (currency, day) do update
          set value = excluded.value, updated_at = now(), updated_by = excluded.updated_by
          where r.value <> excluded.value
        returning r.day, r.value
      )
      select w.day, o.value as before, w.value from written w left join old o on o.day = w.day order by w.day
    `.execute(c.tx);
    if (rows.length > 0) {
      const changes = ratesChanged(currency, rows);
      c.record({ action: 'setting.updated', objectType: 'setting', objectId: 'exchange-rates', changes });
    }
    const added = rows.filter(({ before }) => before === null).length;
    return { added, changed: rows.length - added };
  },
);

export const removeRate = command(
  'settings.manage',
  async (
    { tx, record },
    { currency, day }: ParamsOf<typeof removeExchangeRate>,
  ): Promise<Record<string, never>> => {
    const removed = await tx
      .deleteFrom('exchange_rates')
      .where('currency', '=', currency)
      .where('day', '=', day)
      .returning('value')
      .executeTakeFirst();
    if (!removed) throw notFound();
    const changes = { [`${currency} ${day}`]: [removed.value, null] as const };
    record({ action: 'setting.updated', objectType: 'setting', objectId: 'exchange-rates', changes });
    return {};
  },
);

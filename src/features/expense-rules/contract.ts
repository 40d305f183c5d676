import { z } from 'zod';
import { lastChange } from '../../domain/catalogues/catalogue.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { CURRENCY_CODES, RATED_CURRENCIES } from '../../domain/spending/currencies.ts';
import { voucherTypeFields } from '../../domain/spending/vouchers.ts';
import { day, id, instant, listQuery, pageOf, plannedDay } from '../../domain/text/rules.ts';

export const voucherType = z.object({
  ...voucherTypeFields.shape,
  id,
  name: z.string(),
  active: z.boolean(),
  /** Vouchers of it, in all projects: while there are any, what it is stays. */
  vouchers: z.number().int(),
  ...lastChange,
});
export type VoucherTypeRow = z.infer<typeof voucherType>;

/** All of them, those out of use too, by name; small enough for one answer. */
export const listVoucherTypes = endpoint({
  method: 'GET',
  path: '/voucher-types',
  permission: 'settings.manage',
  summary: 'Types of voucher with the papers each needs',
  output: z.object({ types: z.array(voucherType) }),
});

export const createVoucherType = endpoint({
  method: 'POST',
  path: '/voucher-types',
  permission: 'settings.manage',
  summary: 'Add a type of voucher',
  body: voucherTypeFields,
  output: voucherType,
});

/** Once a voucher is of it, only name, papers and whether it is in use change. 409 when somebody changed it since. */
export const updateVoucherType = endpoint({
  method: 'PUT',
  path: '/voucher-types/:id',
  permission: 'settings.manage',
  summary: 'Change a type of voucher',
  params: z.object({ id }),
  body: voucherTypeFields.safeExtend({ updatedAt: instant }),
  output: voucherType,
});

export const removeVoucherType = endpoint({
  method: 'DELETE',
  path: '/voucher-types/:id',
  permission: 'settings.manage',
  summary: 'Delete a type of voucher that nobody used; 422 else',
  params: z.object({ id }),
  output: z.object({ id }),
});

const year = z.number().int().min(2000).max(2100);
const percent = z
  .number()
  .min(0)
  .max(100)
  .refine(value => Number(value.toFixed(2)) === value, 'Hasta 2 decimales.');

/** What holds of a year until the next one that is named. */
const withholdingRate = z.object({ year, percent });

const withholdingTable = z.object({
  /** By year. */
  rates: z.array(withholdingRate),
  /** Null while they are as they came with the application. */
  updatedAt: instant.nullable(),
  updatedBy: z.string().nullable(),
});
export type WithholdingTable = z.infer<typeof withholdingTable>;

export const getWithholdingRates = endpoint({
  method: 'GET',
  path: '/withholding-rates',
  permission: 'settings.manage',
  summary: 'What of fees is withheld, by year',
  output: withholdingTable,
});

/** For what is recorded from now on: what is there keeps its own. 409 when somebody changed it since. */
export const saveWithholdingRates = endpoint({
  method: 'PUT',
  path: '/withholding-rates',
  permission: 'settings.manage',
  summary: 'Change what of fees is withheld',
  body: z.object({
    rates: z
      .array(withholdingRate)
      .min(1)
      .max(101)
      .refine(all => new Set(all.map(r => r.year)).size === all.length, 'Hay años repetidos.'),
    updatedAt: instant.nullable(),
  }),
  output: withholdingTable,
});

export const ratedCurrency = z.enum(RATED_CURRENCIES);
const rateValue = z
  .number()
  .positive('Escribe un valor mayor que cero.')
  .max(99_999_999)
  .refine(value => Number(value.toFixed(4)) === value, 'Hasta 4 decimales.');

const exchangeRate = z.object({
  /** Of currency and day. */
  id: z.string(),
  currency: ratedCurrency,
  day,
  /** Pesos a unit. */
  value: z.number(),
  ...lastChange,
});
export type ExchangeRate = z.infer<typeof exchangeRate>;

export const listExchangeRates = endpoint({
  method: 'GET',
  path: '/exchange-rates',
  permission: 'settings.manage',
  summary: 'Daily values of a currency in pesos, the latest first',
  query: listQuery(['day'], '-day').extend({
    currency: ratedCurrency.default('UF'),
    from: plannedDay.optional(),
    to: plannedDay.optional(),
  }),
  output: pageOf(exchangeRate),
});

export const MOST_RATES = 1000;
/** A day that is there gets the new value; what is recorded already keeps the old one. */
export const saveExchangeRates = endpoint({
  method: 'PUT',
  path: '/exchange-rates',
  permission: 'settings.manage',
  summary: 'Add or change daily values of a currency',
  body: z.object({
    currency: ratedCurrency,
    rates: z
      .array(z.object({ day: plannedDay, value: rateValue }))
      .min(1)
      .max(MOST_RATES)
      .refine(all => new Set(all.map(r => r.day)).size === all.length, 'Hay días repetidos.'),
  }),
  output: z.object({ added: z.number().int(), changed: z.number().int() }),
});

export const removeExchangeRate = endpoint({
  method: 'DELETE',
  path: '/exchange-rates/:currency/:day',
  permission: 'settings.manage',
  summary: 'Remove a daily value',
  params: z.object({ currency: ratedCurrency, day: plannedDay }),
  output: z.object({}),
});

/** What a voucher of a day is worth: for whoever fills one in. Dollars of a day off have the value of the last working day. */
export const findExchangeRate = endpoint({
  method: 'GET',
  path: '/exchange-rates/at',
  permission: 'active',
  summary: 'Value of a currency on a day',
  query: z.object({ currency: z.enum(CURRENCY_CODES), day: plannedDay }),
  output: z.object({
    /** Null where the office has not entered it. */
    value: z.number().nullable(),
    /** The day it is of. */
    day,
  }),
});

import { type Holidays, isWorkingDay, nearestWorkingDay } from '../kit/calendar.ts';
import type { FieldError } from '../kit/problem.ts';
import { CURRENCIES } from '../sections/contract.ts';
import { formatNumber } from '../text/format.ts';

export type Currency = (typeof CURRENCIES)[number]['value'];
export const CURRENCY_CODES = CURRENCIES.map(c => c.value) as [Currency, ...Currency[]];
/** Currencies whose daily value the office keeps. */
export const RATED_CURRENCIES = ['UF', 'USD'] as const satisfies readonly Currency[];
export type RatedCurrency = (typeof RATED_CURRENCIES)[number];
/** What their daily value is called. */
export const RATE_LABELS: Readonly<Record<RatedCurrency, string>> = { UF: 'UF', USD: 'Dólar observado' };

/** Whether a currency has a value of its own on a day: the UF daily, the dollar (dólar observado) on working days. */
export const hasOwnRate = (currency: RatedCurrency, day: string, holidays: Holidays): boolean =>
  currency === 'UF' || isWorkingDay(day, holidays);

/** The day whose value holds on a day: dollars of a day off are worth what they were on the last working day before. */
export const rateDay = (currency: Currency, day: string, holidays: Holidays): string =>
  currency !== 'USD' || hasOwnRate(currency, day, holidays) ? day : nearestWorkingDay(day, -1, holidays);

/** Decimals that an amount is written with. */
export const DECIMALS: Readonly<Record<Currency, number>> = { CLP: 0, UF: 4, USD: 2 };

/** Why an amount cannot be of a currency, at `path`; empty when it can. */
export const amountErrors = (path: string, amount: number, currency: Currency): FieldError[] =>
  Number(amount.toFixed(DECIMALS[currency])) === amount
    ? []
    : [
        {
          path,
          message:
            DECIMALS[currency] === 0 ? 'En pesos, sin decimales.' : `Hasta ${DECIMALS[currency]} decimales.`,
        },
      ];

/** Ten-thousandths, which are exact: amounts and rates have at most four decimals. */
const tenThousandths = (value: number): bigint => {
  // Apart, as a trillion of them is beyond what a number holds exactly.
  const whole = Math.trunc(value);
  return BigInt(whole) * 10_000n + BigInt(Math.round((value - whole) * 10_000));
};

/**
 * Whole pesos of an amount at a rate (pesos a unit), half a peso up. The twin of `round(amount * rate)` of the database,
 * which a test compares.
 */
export const toPesos = (amount: number, rate: number): number => {
  const unit = 100_000_000n;
  return Number((tenThousandths(amount) * tenThousandths(rate) * 2n + unit) / (2n * unit));
};

/** Decimals of a daily value at most. */
export const RATE_DECIMALS = 4;
/** One below the other they are compared: each has two decimals at least, as the UF is published. */
export const formatRate = (pesos: number): string => formatNumber(pesos, RATE_DECIMALS, 2);

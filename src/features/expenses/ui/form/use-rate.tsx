import { inCalendar } from '../../../../domain/text/rules.ts';
import { useRead } from '../../../../web/query.ts';
import { findExchangeRate } from '../../../expense-rules/contract.ts';
import type { Expense } from '../../contract.ts';
import type { ExpenseValues } from './form-values.tsx';

/** Pesos a unit of the currency on the day of issue. */
export interface Rate {
  /** Null while unknown. */
  readonly value: number | null;
  /** The day that it is of; null for pesos and what is frozen. */
  readonly day: string | null;
  readonly isLoading: boolean;
  readonly error: unknown;
  readonly retry: () => void;
}

const isDay = (day: string | null): day is string =>
  day !== null && /^\d{4}-\d{2}-\d{2}$/.test(day) && inCalendar(day);

/** `known` is a voucher that is there: as long as its day and currency stay, its rate does. */
export function useRate(
  { currency, issuedOn }: ExpenseValues['voucher'],
  known: Expense['voucher'] | undefined,
): Rate {
  const frozen =
    currency === 'CLP'
      ? 1
      : known && known.currency === currency && known.issuedOn === issuedOn
        ? known.rate
        : null;
  const query = { currency, day: isDay(issuedOn) ? issuedOn : '' };
  const enabled = frozen === null && query.day !== '';
  const { data, isLoading, error, refetch } = useRead(findExchangeRate, { query }, { enabled });
  return {
    value: frozen ?? (enabled ? (data?.value ?? null) : null),
    day: enabled ? (data?.day ?? null) : null,
    isLoading: enabled && isLoading,
    error: enabled && !data ? error : null,
    retry: () => void refetch(),
  };
}

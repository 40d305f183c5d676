import { Button } from '@mantine/core';
import { type Currency, formatRate } from '../../../../domain/spending/currencies.ts';
import { formatMoney } from '../../../../domain/text/format.ts';
import { formatDay } from '../../../../web/dates.ts';
import { t } from '../../../../web/i18n/i18n.ts';
import { messageOf } from '../../../../web/problem-error.ts';
import classes from '../expenses.module.css';
import { missingRate } from './expense-schema.tsx';
import type { Pesos } from './form-values.tsx';
import type { Rate } from './use-rate.tsx';

interface Props {
  rate: Rate;
  pesos: Pesos | null;
  currency: Currency;
  /** Empty until it is filled in. */
  issuedOn: string | null;
}

/** What the day's value makes of it, or why it is not known. */
export function RateWords({ currency, issuedOn, rate, pesos }: Props) {
  if (!issuedOn) return <p className={classes.quiet}>Con la fecha de emisión se busca el valor del día.</p>;
  if (rate.error)
    return (
      <p className={classes.wrong} role="alert">
        {messageOf(rate.error)}{' '}
        <Button size="compact-xs" variant="default" onClick={rate.retry}>
          {t('action.retry')}
        </Button>
      </p>
    );
  if (rate.isLoading) return <p className={classes.quiet}>Buscando el valor del día…</p>;
  if (rate.value === null)
    return (
      <p className={classes.wrong} role="alert">
        {missingRate(currency, issuedOn)}
      </p>
    );
  return (
    <p className={classes.outcome} role="status">
      Valor {currency === 'UF' ? 'de la UF' : 'del dólar'}
      {rate.day && ` al ${formatDay(rate.day)}`}: ${formatRate(rate.value)}
      {pesos && (
        <>
          . En pesos: <strong>{formatMoney(pesos.gross)}</strong>
        </>
      )}
    </p>
  );
}

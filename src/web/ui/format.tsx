import { formatMoney, formatNumber } from '../../domain/format.ts';
import { formatDay, formatInstant } from '../dates.ts';

/** A day (`yyyy-mm-dd`) or, with its hour, an instant; a dash when there is none. */
export function DateTime({
  value,
  withTime = false,
}: {
  value: string | null | undefined;
  withTime?: boolean;
}) {
  if (!value) return <>–</>;
  return <time dateTime={value}>{withTime ? formatInstant(value) : formatDay(value)}</time>;
}

/** Whole pesos. */
export function Money({ value }: { value: number | null | undefined }) {
  return <span className="figures">{value === null || value === undefined ? '–' : formatMoney(value)}</span>;
}

export function Figure({ value, decimals }: { value: number | null | undefined; decimals?: number }) {
  return (
    <span className="figures">
      {value === null || value === undefined ? '–' : formatNumber(value, decimals)}
    </span>
  );
}

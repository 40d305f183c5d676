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

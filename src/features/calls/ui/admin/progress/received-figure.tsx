import { Skeleton } from '@mantine/core';
import { drawLines, type LineData } from '../../../../../domain/drawings/line.ts';
import { addDays, localDay } from '../../../../../domain/kit/calendar.ts';
import { formatCount, formatDay, formatNumber } from '../../../../../domain/text/format.ts';
import { Figure } from '../../../../../web/drawing/figure.tsx';
import { useRead } from '../../../../../web/query.ts';
import { ErrorState } from '../../../../../web/ui/error-state.tsx';
import type { CallDetail } from '../../../contract.ts';
import { getReceived, type Received } from '../../../progress/contract.ts';

/** How the proposals of a call came in, until its closing or today. */
export function ReceivedFigure({ call }: { call: CallDetail }) {
  const { data, error, refetch } = useRead(getReceived, { params: { call: call.id } });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={360} aria-busy />;
  if (data.days.length === 0) return null;
  const line = receivedLine(data.days, call);
  return <Figure title="Propuestas recibidas" draw={sheet => drawLines(line, sheet)} />;
}

type Dates = Pick<CallDetail, 'opensAt' | 'closesAt' | 'now'>;
const dayOf = (at: string | null): string | null => (at === null ? null : localDay(new Date(at)));

/** From nothing on the day before the first ones, or the opening; flat from the last ones until the closing or today. */
function receivedLine(days: Received['days'], { opensAt, closesAt, now }: Dates): LineData {
  const [first, last] = [days[0], days.at(-1)];
  const closing = dayOf(closesAt);
  const today = localDay(new Date(now));
  const until = closing !== null && closing < today ? closing : today;
  const opening = dayOf(opensAt);
  const start = first && (opening !== null && opening < first.day ? opening : addDays(first.day, -1));
  const all = [
    ...(start ? [{ day: start, received: 0 }] : []),
    ...days,
    ...(last && until > last.day ? [{ day: until, received: last.received }] : []),
  ];
  return {
    series: ['Recibidas'],
    rows: all.map(({ day, received }) => ({ day, values: [received] })),
    of: 'Día',
    format: value => formatNumber(value, 0),
    sentence: sentenceOf(days, closing),
    steps: true,
    ...(closing && { marks: [{ name: 'Cierre', day: closing }] }),
  };
}

/** How many, and how many of them on the last day, when most come. */
function sentenceOf(days: Received['days'], closing: string | null): string {
  const last = days.at(-1);
  if (!last) return '';
  const all = `${formatCount(last.received, 'propuesta recibida', 'propuestas recibidas')} hasta el ${formatDay(last.day)}`;
  const before = days.at(-2)?.received ?? 0;
  return last.day === closing
    ? `${all}, ${formatNumber(last.received - before)} el día del cierre.`
    : `${all}.`;
}

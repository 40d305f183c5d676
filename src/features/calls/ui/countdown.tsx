import { useEffect, useState } from 'react';
import { formatCount } from '../../../domain/text/format.ts';
import { formatInstant } from '../../../web/dates.ts';

const MINUTE = 60_000;

/** What is left, in words: days and hours, then hours and minutes, in the last minutes seconds too. */
function formatTimeLeft(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${formatCount(days, 'día', 'días')} y ${formatCount(hours, 'hora', 'horas')}`;
  if (hours > 0)
    return `${formatCount(hours, 'hora', 'horas')} y ${formatCount(minutes % 60, 'minuto', 'minutos')}`;
  return `${formatCount(minutes, 'minuto', 'minutos')} y ${formatCount(Math.floor(ms / 1000) % 60, 'segundo', 'segundos')}`;
}

/** Time left by the server's clock: the browser's own only counts on from it. */
export function Countdown({ closesAt, now }: { closesAt: string; now: string }) {
  const [ms, setLeft] = useState(() => Date.parse(closesAt) - Date.parse(now));
  useEffect(() => {
    const [start, all] = [performance.now(), Date.parse(closesAt) - Date.parse(now)];
    setLeft(all);
    const timer = setInterval(() => setLeft(all - (performance.now() - start)), 1000);
    return () => clearInterval(timer);
  }, [closesAt, now]);
  return (
    <span className="figures">
      {ms > 0
        ? `Cierra el ${formatInstant(closesAt)}: quedan ${formatTimeLeft(ms)}`
        : `Cerró el ${formatInstant(closesAt)}`}
    </span>
  );
}

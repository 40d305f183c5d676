import { useEffect, useState } from 'react';
import { formatInstant } from '../../../web/dates.ts';

const MINUTE = 60_000;

/** What is left, in words: days and hours, then hours and minutes, in the last minutes seconds too. */
function left(ms: number): string {
  const plural = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;
  const minutes = Math.floor(ms / MINUTE);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${plural(days, 'día', 'días')} y ${plural(hours, 'hora', 'horas')}`;
  if (hours > 0) return `${plural(hours, 'hora', 'horas')} y ${plural(minutes % 60, 'minuto', 'minutos')}`;
  return `${plural(minutes, 'minuto', 'minutos')} y ${plural(Math.floor(ms / 1000) % 60, 'segundo', 'segundos')}`;
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
        ? `Cierra el ${formatInstant(closesAt)}: quedan ${left(ms)}`
        : `Cerró el ${formatInstant(closesAt)}`}
    </span>
  );
}

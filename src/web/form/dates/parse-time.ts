/** A time of day as people write it (`9`, `930`, `9.30`, `21:05 h`, `2:30 p. m.`) as `HH:MM`; null when it is none. */
export function parseTime(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const match =
    /^(\d{1,2})(?:[:.h ](\d{2}))?\s*(?:(h|hrs?|horas?)\.?|([ap])\.?\s?m\.?)?$/.exec(text) ??
    /^(\d{1,2})(\d{2})$/.exec(text);
  if (!match) return null;
  const [, written = '', minute = '00', , half] = match;
  const hour = half ? hourOf(Number(written), half) : Number(written);
  if (hour > 23 || Number(minute) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minute}`;
}

/** Of a clock with twelve hours; more than a day has where it shows no such hour. */
const hourOf = (written: number, half: string): number =>
  written < 1 || written > 12 ? Number.POSITIVE_INFINITY : (written % 12) + (half === 'p' ? 12 : 0);

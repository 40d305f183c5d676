import { endOfDay, localDay } from '../../kit/calendar.ts';
import type { FieldError } from '../../kit/problem.ts';
import { formatDate } from '../../text/format.ts';
import { type Call, isFrozen, isUnresolved } from '../calls.ts';

/** Working days that reviewers have where the office says nothing else. */
export const ROUND_DAYS = 3;

/** Why no preferences are asked for of a call; `null` where they may be. */
export function roundRefusal(
  { state, evaluationUntil }: Pick<Call, 'state' | 'evaluationUntil'>,
  {
    proposals,
    reviewers,
    now,
  }: { readonly proposals: number; readonly reviewers: number; readonly now: Date },
): string | null {
  if (!isFrozen(state)) return 'La convocatoria está en preparación.';
  if (!isUnresolved(state)) return 'La convocatoria ya se resolvió.';
  if (evaluationUntil && new Date(evaluationUntil) <= now)
    return 'La evaluación de la convocatoria ya terminó: cambia antes su fecha.';
  if (proposals === 0) return 'Ninguna propuesta de la convocatoria está en admisibilidad o en evaluación.';
  return reviewers === 0 ? 'Nadie con el rol de Evaluación puede evaluar en esta convocatoria.' : null;
}

/** When the answers of a day `yyyy-mm-dd` end: 23:59 in Chile, or with the evaluation where that ends before. */
export function roundEnd(day: string, { evaluationUntil }: Pick<Call, 'evaluationUntil'>): Date {
  const last = evaluationUntil && new Date(evaluationUntil);
  return last && localDay(last) === day ? last : endOfDay(day);
}

/** What is wrong with a last day to answer; `until` is that of the round under way. Empty where nothing is. */
export function roundErrors(
  asked: string,
  { evaluationUntil }: Pick<Call, 'evaluationUntil'>,
  { until, now }: { readonly until: Date | null; readonly now: Date },
): FieldError[] {
  const wrong = (message: string) => [{ path: 'until', message }];
  if (asked < localDay(now)) return wrong('Elige hoy o un día posterior.');
  if (until && asked < localDay(until))
    return wrong('Elige un día posterior al plazo actual, o termina ahora.');
  const last = evaluationUntil && new Date(evaluationUntil);
  return last && asked > localDay(last)
    ? wrong(`Elige a más tardar el ${formatDate(last)}: ese día termina la evaluación.`)
    : [];
}

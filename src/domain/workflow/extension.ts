import { type Holidays, isWorkingDay, localDay } from '../kit/calendar.ts';
import type { FieldError } from '../kit/problem.ts';

/** Why there is nothing to extend; `null` where there is. */
export const extensionRefusal = (dueAt: Date | null): string | null =>
  dueAt === null ? 'Este paso no tiene plazo.' : null;

/** What is wrong with the new last day `yyyy-mm-dd` of something due; empty when nothing is. */
export function extensionErrors(dueAt: Date, asked: string, now: Date, holidays: Holidays): FieldError[] {
  const wrong = (message: string) => [{ path: 'day', message }];
  if (asked <= localDay(dueAt)) return wrong('Elige un día posterior al plazo actual.');
  if (asked < localDay(now)) return wrong('Elige hoy o un día posterior.');
  return isWorkingDay(asked, holidays) ? [] : wrong('Elige un día hábil.');
}

import {
  daysBetween,
  type Holidays,
  isWorkingDay,
  localDay,
  localTime,
  workingDaysBefore,
} from '../kit/calendar.ts';
import type { ReminderTimes } from '../settings/reminder-times.ts';

/** Before the due date, on the day, after it. */
export type Reminder = 'before' | 'today' | 'overdue';

/** Words of a reminder: what was due on a day without work, or during a pause, is late by the time it is called. */
export function reminderKind(dueAt: Date, now: Date): Reminder {
  if (dueAt < now) return 'overdue';
  return localDay(dueAt) === localDay(now) ? 'today' : 'before';
}

/**
 * The reminder whose time has come: -n, n working days before it is due; 0 on the day; n, n days after. After a pause
 * only the latest counts. `null` before the first, at night and on days without work.
 */
export function reminderSlot(
  dueAt: Date,
  now: Date,
  holidays: Holidays,
  { daysBefore, everyDays, time: from }: ReminderTimes,
): number | null {
  const { day: today, time } = localTime(now);
  if (time < from || !isWorkingDay(today, holidays)) return null;
  const due = localDay(dueAt);
  const late = Math.floor(daysBetween(due, today) / (everyDays ?? Infinity)) * (everyDays ?? 0);
  if (late > 0) return late;
  const days = daysBefore.map(Number).sort((a, b) => a - b);
  const next = days.find(n => today >= workingDaysBefore(due, n, holidays));
  // Never minus zero.
  return next === undefined ? null : -next || 0;
}

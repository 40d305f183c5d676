import { z } from 'zod';

/** Working days before a due date on which a reminder may go; `0` is the day itself. */
export const DAYS_BEFORE = ['10', '5', '3', '2', '1', '0'] as const;

const time = z.string().regex(/^([01]\d|2[0-3]):[03]0$/, 'Elige una hora.');

/** When the clock calls people to what is due, and when the daily mail goes; times of Chile. */
export const reminderTimes = z.object({
  daysBefore: z.array(z.enum(DAYS_BEFORE)).refine(all => new Set(all).size === all.length, 'Hay repetidos.'),
  /** Once it is overdue, again after so many days; never while null. */
  everyDays: z.number().int().min(1).max(60).nullable(),
  /** On working days, from this time on. */
  time,
  digestTime: time,
});
export type ReminderTimes = z.infer<typeof reminderTimes>;

export const FIRST_TIMES: ReminderTimes = {
  daysBefore: ['1', '0'],
  everyDays: 7,
  time: '08:00',
  digestTime: '07:30',
};

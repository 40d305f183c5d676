import { z } from 'zod';

const months = z.number().int().min(1).max(120);

/** How long what nobody works with any more is kept. */
export const retentionPeriods = z.object({
  /** Mails that were sent, given up or kept, counted from their writing. */
  mailMonths: months,
  /** Notifications, counted from being read. */
  noticeMonths: months,
  /** From where a write came, in the audit. */
  addressMonths: months,
  /** Sessions, counted from their end. */
  sessionDays: z.number().int().min(1).max(365),
  /** Uploads nobody finished. */
  uploadDays: z.number().int().min(1).max(30),
  /** Lists of who came to the activities of a project, counted from its end; their counts stay. */
  attendanceMonths: months.default(24),
  /** Who was asked in surveys of names and what each answered, counted from their closing; results stay. */
  surveyMonths: months.default(24),
  /** Words that found nothing, counted from the last time. */
  missMonths: months.default(12),
});
export type RetentionPeriods = z.infer<typeof retentionPeriods>;

export const FIRST_PERIODS: RetentionPeriods = {
  mailMonths: 24,
  noticeMonths: 12,
  addressMonths: 12,
  sessionDays: 30,
  uploadDays: 1,
  attendanceMonths: 24,
  surveyMonths: 24,
  missMonths: 12,
};

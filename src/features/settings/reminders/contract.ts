import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { reminderTimes } from '../../../domain/settings/reminder-times.ts';
import { instant } from '../../../domain/text/rules.ts';

const stored = reminderTimes.extend({ updatedAt: instant, updatedBy: z.string().nullable() });
export type StoredTimes = z.infer<typeof stored>;

export const getReminders = endpoint({
  method: 'GET',
  path: '/settings/reminders',
  permission: 'settings.manage',
  summary: 'When reminders and the daily mail go',
  output: stored,
});

export const saveReminders = endpoint({
  method: 'PUT',
  path: '/settings/reminders',
  permission: 'settings.manage',
  summary: 'Change when reminders and the daily mail go; 409 when somebody changed it since',
  body: reminderTimes.extend({ updatedAt: instant }),
  output: stored,
});

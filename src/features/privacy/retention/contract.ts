import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { retentionPeriods } from '../../../domain/settings/retention.ts';
import { instant } from '../../../domain/text/rules.ts';

const stored = retentionPeriods.extend({ updatedAt: instant, updatedBy: z.string().nullable() });

export const getRetention = endpoint({
  method: 'GET',
  path: '/settings/retention',
  permission: 'settings.manage',
  summary: 'How long what nobody works with any more is kept',
  output: stored,
});

export const saveRetention = endpoint({
  method: 'PUT',
  path: '/settings/retention',
  permission: 'settings.manage',
  summary: 'Change how long things are kept; 409 when somebody changed it since',
  body: retentionPeriods.extend({ updatedAt: instant }),
  output: stored,
});

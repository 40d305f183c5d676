import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { quotas } from '../../../domain/settings/quotas.ts';
import { instant } from '../../../domain/text/rules.ts';

const stored = quotas.extend({ updatedAt: instant, updatedBy: z.string().nullable() });
export type StoredQuotas = z.infer<typeof stored>;

export const getQuotas = endpoint({
  method: 'GET',
  path: '/settings/quotas',
  permission: 'settings.manage',
  summary: 'How much one person may keep going at once',
  output: stored,
});

export const saveQuotas = endpoint({
  method: 'PUT',
  path: '/settings/quotas',
  permission: 'settings.manage',
  summary: 'Change how much one person may keep going at once; 409 when somebody changed it since',
  body: quotas.extend({ updatedAt: instant }),
  output: stored,
});

import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { dataRequestRules } from '../../../domain/settings/data-requests.ts';
import { instant } from '../../../domain/text/rules.ts';

const stored = dataRequestRules.extend({ updatedAt: instant, updatedBy: z.string().nullable() });

export const getDataRequestRules = endpoint({
  method: 'GET',
  path: '/settings/data-requests',
  permission: 'settings.manage',
  summary: 'From when the clock of requests about personal data runs, and where persons write',
  output: stored,
});

export const saveDataRequestRules = endpoint({
  method: 'PUT',
  path: '/settings/data-requests',
  permission: 'settings.manage',
  summary: 'Change how persons ask about their data; 409 when somebody changed it since',
  body: dataRequestRules.extend({ updatedAt: instant }),
  output: stored,
});

import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { institution } from '../../../domain/settings/institution.ts';
import { instant } from '../../../domain/text/rules.ts';

const stored = institution.extend({
  /** Where its logo stands; null where it has none. */
  logo: z.string().nullable(),
  updatedAt: instant,
  updatedBy: z.string().nullable(),
});
export type StoredInstitution = z.infer<typeof stored>;

export const getInstitution = endpoint({
  method: 'GET',
  path: '/settings/institution',
  permission: 'settings.manage',
  summary: 'Name, colour and logo of the institution',
  output: stored,
});

export const saveInstitution = endpoint({
  method: 'PUT',
  path: '/settings/institution',
  permission: 'settings.manage',
  summary: 'Change name and colour of the institution; 409 when somebody changed them since',
  body: institution.extend({ updatedAt: instant }),
  output: stored,
});

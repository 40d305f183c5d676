import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { institution, LOGO_MOST_MB } from '../../../domain/settings/institution.ts';
import { instant } from '../../../domain/text/rules.ts';

const logo = z.object({
  /** Where it stands; null where there is none. */
  logo: z.string().nullable(),
});
const stored = institution.extend({ ...logo.shape, updatedAt: instant, updatedBy: z.string().nullable() });
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

export const saveLogo = endpoint({
  method: 'PUT',
  path: '/settings/institution/logo',
  permission: 'settings.manage',
  summary: 'Set the logo of the institution: a PNG, JPEG or WebP, which is scaled',
  output: logo,
  transfer: 'upload',
  maxBytes: LOGO_MOST_MB * 1024 * 1024,
});

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/settings/institution/logo',
  permission: 'settings.manage',
  summary: 'Remove the logo of the institution',
  output: logo,
});

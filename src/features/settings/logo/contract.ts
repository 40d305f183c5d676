import { z } from 'zod';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { LOGO_MOST_MB } from '../../../domain/settings/logo.ts';

const stored = z.object({
  /** Where it stands; null where there is none. */
  logo: z.string().nullable(),
});

export const saveLogo = endpoint({
  method: 'PUT',
  path: '/settings/institution/logo',
  permission: 'settings.manage',
  summary: 'Set the logo of the institution: a PNG, JPEG or WebP, which is scaled',
  output: stored,
  transfer: 'upload',
  maxBytes: LOGO_MOST_MB * 1024 * 1024,
});

export const removeLogo = endpoint({
  method: 'DELETE',
  path: '/settings/institution/logo',
  permission: 'settings.manage',
  summary: 'Remove the logo of the institution',
  output: stored,
});

import { z } from 'zod';
import { certificateSettings } from '../../../domain/certificates/certificates.ts';
import { endpoint } from '../../../domain/kit/endpoint.ts';
import { instant } from '../../../domain/text/rules.ts';

const stored = certificateSettings.extend({ updatedAt: instant, updatedBy: z.string().nullable() });
export type StoredIssuer = z.infer<typeof stored>;

export const getIssuer = endpoint({
  method: 'GET',
  path: '/certificates/issuer',
  permission: 'certificates.manage',
  summary: 'Who signs certificates, and whether they may be taken along as Open Badges',
  output: stored,
});

export const saveIssuer = endpoint({
  method: 'PUT',
  path: '/certificates/issuer',
  permission: 'certificates.manage',
  summary: 'Change who signs those issued from now on; 409 when somebody changed it since',
  body: certificateSettings.extend({ updatedAt: instant }),
  output: stored,
});

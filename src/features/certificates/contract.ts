import { z } from 'zod';
import {
  CERTIFICATE_ROLES,
  CERTIFICATE_STATES,
  certificateContent,
  replacementFields,
  revocationFields,
} from '../../domain/certificates/certificates.ts';
import { KIND_SLUGS } from '../../domain/kinds/slugs.ts';
import { endpoint } from '../../domain/kit/endpoint.ts';
import { groupedBy, id, instant, listQuery, optionOf, pageOf } from '../../domain/text/rules.ts';

const state = optionOf(CERTIFICATE_STATES);
const role = optionOf(CERTIFICATE_ROLES);

const row = z.object({
  id,
  /** `2026-000123`: number of the year in which it was issued. */
  folio: z.string(),
  /** Sixteen signs, without dashes. */
  code: z.string(),
  name: z.string(),
  role,
  state,
  issuedAt: instant,
  suspendedAt: instant.nullable(),
  revokedAt: instant.nullable(),
  /** Null: about a reviewer's work. */
  project: z.object({ id, kind: z.enum(KIND_SLUGS), code: z.string(), title: z.string() }).nullable(),
  /** Name of the one activity it is about, as it was certified; empty otherwise. */
  activity: z.string(),
  /** Of a reviewer: the call, or kind and year outside of calls, in words. */
  work: z.string(),
  /** The reader's own. */
  isMine: z.boolean(),
});
export type CertificateRow = z.infer<typeof row>;

export const certificatesQuery = listQuery(['folio', 'name', 'issuedAt'], '-folio').extend({
  state: state.optional(),
  role: role.optional(),
  project: id.optional(),
  activity: id.optional(),
  call: id.optional(),
  /** Year in which it was issued. */
  year: z.coerce.number().int().min(2000).max(9999).optional(),
  /** Only the reader's own. */
  mine: z.stringbool().optional(),
  ...groupedBy(['project', 'role', 'state', 'year']).shape,
});

export const listCertificates = endpoint({
  method: 'GET',
  path: '/certificates',
  permission: 'active',
  summary: 'Certificates: own, of own projects, of headed schools; all for the office',
  query: certificatesQuery,
  output: pageOf(row),
});

/** At most `MOST_IN_ARCHIVE` of them; 422 beyond. Revoked and suspended ones are left out. */
export const archiveCertificates = endpoint({
  method: 'GET',
  path: '/certificates/archive',
  permission: 'active',
  summary: 'The PDFs of all valid certificates under the same filters, as a ZIP written as it is read',
  query: certificatesQuery,
  output: z.unknown(),
  transfer: 'download',
});

const certificate = row.extend({
  content: certificateContent,
  /** Where anybody checks it, with its PDF below `/pdf`. */
  publicUrl: z.string(),
  /** Where it is taken along as an Open Badge; null where the office offers none. */
  badgeUrl: z.string().nullable(),
  /** Null where it was issued by itself. */
  issuedBy: z.string().nullable(),
  revokedBy: z.string().nullable(),
  revocationReason: z.string(),
  /** Folio of the one in whose place it was issued, and of the one issued in its place. */
  replaces: z.string().nullable(),
  replacedBy: z.string().nullable(),
  /** SHA-256 of its PDF in hexadecimal; null until it is drawn. */
  sha256: z.string().nullable(),
  /** Why the reader may not revoke or replace it, as a sentence; null where they may; undefined for who never may. */
  revocationRefused: z.string().nullable().optional(),
});
export type Certificate = z.infer<typeof certificate>;

const params = z.object({ id });

export const getCertificate = endpoint({
  method: 'GET',
  path: '/certificates/:id',
  permission: 'active',
  summary: 'One certificate with all it shows',
  params,
  output: certificate,
});

export const revokeCertificate = endpoint({
  method: 'POST',
  path: '/certificates/:id/revocation',
  permission: 'certificates.manage',
  summary: 'Revoke a certificate for good, with a reason that its public page shows',
  params,
  body: revocationFields,
  output: certificate,
});

/** Answers the new one. */
export const replaceCertificate = endpoint({
  method: 'POST',
  path: '/certificates/:id/replacement',
  permission: 'certificates.manage',
  summary: 'Issue another in its place with the name or document put right; the first is revoked',
  params,
  body: replacementFields,
  output: certificate,
});

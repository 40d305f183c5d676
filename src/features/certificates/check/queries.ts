import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { CertificateContent, CertificateState } from '../../../domain/certificates/certificates.ts';
import { certificateContent } from '../../../domain/certificates/certificates.ts';
import { readCode } from '../../../domain/certificates/codes.ts';
import { CERTIFICATES, stateOf } from '../queries.ts';

/** What anybody who has its code learns of a certificate. */
export interface CheckedCertificate {
  readonly id: string;
  /** Its bit in the list of badges that do not count. */
  readonly statusIndex: number;
  readonly folio: string;
  readonly code: string;
  readonly state: CertificateState;
  readonly issuedAt: string;
  readonly suspendedAt: string | null;
  readonly revokedAt: string | null;
  readonly reason: string;
  /** Folio of the one issued in its place. */
  readonly replacedBy: string | null;
  readonly content: CertificateContent;
  /** SHA-256 of its PDF in hexadecimal; null until it is drawn. */
  readonly sha256: string | null;
}

/** The certificate of a code, however it is written; null where there is none or its person was anonymised. */
export async function findByCode(db: Database, typed: string): Promise<CheckedCertificate | null> {
  const code = readCode(typed);
  if (!code) return null;
  const { rows } = await sql<CheckedCertificate>`
    select c.id, c.status_index as "statusIndex", c.folio, c.code, ${stateOf} as state, c.issued_at as "issuedAt", c.suspended_at as "suspendedAt",
      c.revoked_at as "revokedAt", c.revocation_reason as reason, c.content, encode(c.sha256, 'hex') as sha256,
      (select r.folio from certificates r where r.replaces_id = c.id) as "replacedBy"
    from ${CERTIFICATES} where c.code = ${code} and c.erased_at is null`.execute(db);
  const [found] = rows;
  return found ? { ...found, content: certificateContent.parse(found.content) } : null;
}

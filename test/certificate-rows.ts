import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../src/db/pool.ts';
import type { CertificateContent } from '../src/domain/certificates/certificates.ts';
import { CODE_LENGTH, codeOf } from '../src/domain/certificates/codes.ts';

export const CONTENT: CertificateContent = {
  title: 'Certificado de evaluación',
  name: 'Ana Soto Pérez',
  document: 'RUT 12.345.678-5',
  statement: 'evaluó 3 propuestas de la convocatoria «Fondo de extensión», como par evaluador.',
  lines: [
    { label: 'Calidad', value: 'Par evaluador' },
    { label: 'Período', value: '01-03-2026 a 30-04-2026' },
  ],
  signer: 'Elena Vidal',
  position: 'Directora de Vinculación con el Medio',
};

export interface IssuedRow {
  readonly id: string;
  readonly folio: string;
  readonly code: string;
}

interface Given {
  readonly content?: Partial<CertificateContent>;
  readonly issuedAt?: string;
  /** Its PDF, as it is stored. */
  readonly drawn?: { readonly key: string; readonly sha256: Buffer; readonly size: number };
}

/** A certificate of a reviewer's work, of nobody who has an account. */
export async function insertCertificate(
  db: Database,
  { content = {}, issuedAt = '2026-11-20T15:00:00.123456Z', drawn }: Given = {},
): Promise<IssuedRow> {
  const shown = { ...CONTENT, ...content };
  const code = codeOf(Array.from({ length: CODE_LENGTH - 1 }, () => randomInt(32)));
  const { rows } = await sql<IssuedRow>`
    with taken as (
      insert into certificate_folios (year, last) values (2026, 1)
      on conflict (year) do update set last = certificate_folios.last + 1 returning last)
    insert into certificates (folio_year, folio_number, code, role, work_kind, work_year, holder, name, content,
      told_at, issued_at, storage_key, sha256, size)
    select 2026, last, ${code}, 'reviewer', 'fexs', 2026, ${`name:${code}`},
      ${shown.name}, ${JSON.stringify(shown)}::jsonb, now(), ${issuedAt}, ${drawn?.key ?? null}::text,
      ${drawn?.sha256 ?? null}::bytea, ${drawn?.size ?? null}::int
    from taken returning id, folio, code`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('no certificate was written');
  return row;
}

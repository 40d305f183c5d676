import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import { pdfName } from '../../../domain/certificates/archive.ts';
import { type CertificateContent, MOST_IN_ARCHIVE } from '../../../domain/certificates/certificates.ts';
import { showCode } from '../../../domain/certificates/codes.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import type { QueryOf } from '../../../domain/kit/endpoint.ts';
import { AppError } from '../../../domain/kit/problem.ts';
import { formatDate, formatNumber } from '../../../domain/text/format.ts';
import type { Diploma } from '../../../server/pdf/diploma.ts';
import type { archiveCertificates } from '../contract.ts';
import { CERTIFICATES, certificateConditions, certificateUrl, isInState } from '../queries.ts';

/** Where the PDF of a certificate is kept. */
export interface Drawn {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
}

interface Stored {
  readonly folio: string;
  readonly code: string;
  readonly content: CertificateContent;
  readonly issuedAt: Date;
  /** Null until it is drawn. */
  readonly drawn: Drawn | null;
}

/** What a PDF is drawn from; undefined of one that was erased or never was. */
export async function findDrawn(db: Database, id: string): Promise<Stored | undefined> {
  const { rows } = await sql<Omit<Stored, 'issuedAt'> & { issuedAt: string }>`
    select folio, code, content, issued_at as "issuedAt",
      case when storage_key is not null then json_build_object('key', storage_key, 'size', size) end as drawn
    from certificates where id = ${id} and erased_at is null`.execute(db);
  return rows[0] && { ...rows[0], issuedAt: new Date(rows[0].issuedAt) };
}

export const diplomaOf = (
  { folio, code, content, issuedAt }: Stored,
  { publicUrl, ...heading }: Pick<Diploma, 'institution' | 'product'> & { publicUrl: string },
): Diploma => ({
  ...content,
  ...{ ...heading, folio },
  issued: formatDate(issuedAt),
  code: showCode(code),
  address: certificateUrl(publicUrl, code),
});

/** How many are read at once. */
const BATCH = sql.lit(50);

async function* inBatches<Row extends { readonly id: string }>(
  read: (after: string | null) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let last: string | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(last);
    yield* rows;
    last = rows.at(-1)?.id ?? null;
    if (last === null) return;
  }
}

const beyond = (after: string | null): RawBuilder<unknown> =>
  after === null ? sql`true` : sql`id > ${after}`;

/** Those that have no PDF yet, oldest first; each once, whatever becomes of it meanwhile. */
export const undrawn = (db: Database): AsyncGenerator<{ readonly id: string }> =>
  inBatches(async after => {
    const { rows } = await sql<{ id: string }>`select id from certificates
      where storage_key is null and erased_at is null and ${beyond(after)} order by id limit ${BATCH}`.execute(
      db,
    );
    return rows;
  });

/** Those whose person was anonymised and whose PDF is still kept. */
export const erased = (db: Database): AsyncGenerator<{ readonly id: string; readonly key: string }> =>
  inBatches(async after => {
    const { rows } = await sql<{ id: string; key: string }>`select id, storage_key as key from certificates
      where storage_key is not null and erased_at is not null and ${beyond(after)} order by id limit ${BATCH}`.execute(
      db,
    );
    return rows;
  });

/** A certificate as a file of an archive. */
export interface Archived {
  readonly id: string;
  readonly name: string;
  /** Of its PDF; null where it is to be drawn. */
  readonly key: string | null;
  readonly size: number | null;
}

const NONE =
  'No hay certificados vigentes con estos filtros. Los suspendidos y los anulados no vienen en la carpeta.';
const TOO_MANY = `Son más de ${formatNumber(MOST_IN_ARCHIVE)} certificados: elige un proyecto, una actividad, una calidad o un año y descárgalos por partes.`;

/** All valid ones that the reader asked for and may see, by folio. */
export async function readArchive(
  db: Database,
  actor: Actor,
  query: QueryOf<typeof archiveCertificates>,
): Promise<readonly Archived[]> {
  const where = sql.join([...certificateConditions(actor, query), isInState('valid')], sql` and `);
  const { rows } = await sql<{
    id: string;
    folio: string;
    name: string;
    key: string | null;
    size: number | null;
  }>`
    select c.id, c.folio, c.name, c.storage_key as key, c.size from ${CERTIFICATES} where ${where}
    order by c.folio_year, c.folio_number limit ${sql.lit(MOST_IN_ARCHIVE + 1)}`.execute(db);
  if (rows.length === 0) throw new AppError('rule', NONE);
  if (rows.length > MOST_IN_ARCHIVE) throw new AppError('rule', TOO_MANY);
  return rows.map(({ folio, name, ...row }) => ({ ...row, name: pdfName({ folio, name }) }));
}

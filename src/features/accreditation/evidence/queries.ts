import { sql } from 'kysely';
import type { Database, Transaction } from '../../../db/pool.ts';
import type { EvidenceName } from '../../../domain/accreditation/evidence.ts';
import type { Found } from '../../../domain/accreditation/matrix.ts';
import { evidenceOfFile, reservedReason } from '../../../domain/accreditation/reserved.ts';
import type { PhotoAnswer } from '../../../domain/files/photo-answers.ts';
import { fetchRows } from '../../../server/tables/list.ts';
import { closedAmong } from '../../annual-reports/projects/queries.ts';
import type { Condition } from '../../project-record/visibility/queries.ts';

/** A stored file, as it is named in a pack. */
export interface EvidenceFile {
  readonly evidence: EvidenceName;
  /** Of the project, or of the organisation of an agreement. */
  readonly owner: string;
  readonly name: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  /** Of a project's file, by which it is handed over; of an agreement's, where it is stored. */
  readonly versionId: string | null;
  readonly key: string | null;
  /** Why it is only named; null where it leaves. */
  readonly reserved: string | null;
}

interface StoredFile {
  readonly versionId: string;
  readonly code: string;
  readonly name: string;
  readonly documentType: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
  readonly answer: PhotoAnswer | null;
}

const filesOf = (population: Condition) => sql`
  select json_build_object('versionId', x.id, 'code', p.code, 'name', x.name, 'documentType', x.document_type,
    'contentType', x.content_type, 'size', x.size, 'sha256', encode(x.sha256, 'hex'),
    'answer', (select json_build_object('people', a.people, 'consent', a.consent)
      from photo_answers a where a.file_id = x.id)) as row
  from (${population}) p join files x on x.project_id = p.id and x.current
  order by p.code, x.document_type, x.uploaded_at, x.id`;

/** Files of agreements whose organisation is a partner of one of these projects, each once. */
const agreementFilesOf = (population: Condition) => sql`
  select json_build_object('owner', k.name, 'name', f.name, 'size', f.size, 'sha256', encode(f.sha256, 'hex'),
    'key', f.storage_key) as row
  from agreement_files f join agreements a on a.id = f.agreement_id
    join organisations o on o.id = a.organisation_id join organisations k on k.id = o.canonical_id
  where o.canonical_id in (select n.canonical_id from (${population}) p
    join project_partners l on l.project_id = p.id join organisations n on n.id = l.organisation_id)
  order by plain(k.name), a.number, f.uploaded_at, f.id`;

/** The stored files of these projects, of the kinds that are asked for, in the order of the pack. */
export async function* evidenceFiles(
  tx: Transaction,
  population: Condition,
  asked: ReadonlySet<EvidenceName>,
): AsyncGenerator<EvidenceFile> {
  for await (const rows of fetchRows<StoredFile>(tx, filesOf(population)))
    for (const { versionId, code, name, size, sha256, ...file } of rows) {
      const evidence = evidenceOfFile(file);
      if (asked.has(evidence))
        yield {
          evidence,
          owner: code,
          name,
          size,
          sha256,
          versionId,
          key: null,
          reserved: reservedReason(file),
        };
    }
  if (!asked.has('agreements')) return;
  for await (const rows of fetchRows<Pick<EvidenceFile, 'owner' | 'name' | 'size' | 'sha256' | 'key'>>(
    tx,
    agreementFilesOf(population),
  ))
    for (const row of rows) yield { ...row, evidence: 'agreements', versionId: null, reserved: null };
}

interface Counted {
  readonly projects: number;
  readonly years: number;
  readonly reports: number;
  readonly agreements: number;
  readonly files: readonly (Pick<StoredFile, 'documentType' | 'contentType'> & { readonly n: number })[];
}

/** How many of each kind there are, reserved ones, too; registers apart. */
export async function countFound(
  db: Database | Transaction,
  population: Condition,
): Promise<{ projects: number; found: Found }> {
  const { rows } = await sql<Counted>`with p as materialized (${population})
    select (select count(*)::int from p) as projects, (select count(distinct left(p.period, 4))::int from p) as years,
      (${closedAmong(sql`select * from p`)})::int as reports, (select count(*)::int from (${agreementFilesOf(sql`select * from p`)}) a) as agreements,
      (select coalesce(json_agg(json_build_object('documentType', t.type, 'contentType', t.content, 'n', t.n)), '[]')
        from (select x.document_type as type, x.content_type as content, count(*) as n
          from p join files x on x.project_id = p.id and x.current group by 1, 2) t) as files`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('the database counted nothing');
  const { projects, years, files } = counted;
  const found: Partial<Record<EvidenceName, number>> = {
    annual_report: years,
    fichas: projects,
    final_reports: counted.reports,
    agreements: counted.agreements,
  };
  for (const { n, ...file } of files) {
    const name = evidenceOfFile({ ...file, answer: null });
    found[name] = (found[name] ?? 0) + n;
  }
  return { projects, found };
}

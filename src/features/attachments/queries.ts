import { sql } from 'kysely';
import type { Database, Transaction } from '../../db/pool.ts';
import type { Actor } from '../../domain/kit/actor.ts';
import { notFound } from '../../domain/kit/problem.ts';
import type { ProjectFile } from '../project-record/detail/contract.ts';
import { iso } from '../project-record/rows/queries.ts';
import { type ProjectAddress, requireId } from '../project-record/subject/queries.ts';

const fileJson = sql`json_build_object(
  'id', x.id, 'documentType', x.document_type, 'name', x.name, 'size', x.size, 'contentType', x.content_type,
  'sha256', encode(x.sha256, 'hex'), 'uploadedAt', ${iso(sql`x.uploaded_at`)},
  'uploadedBy', (select json_build_object('id', u.id, 'name', u.name) from users u where u.id = x.uploaded_by))`;

/** All of the project `p`, oldest first, as a JSON column. */
export const filesColumn = sql`coalesce((
  select json_agg(${fileJson} order by x.uploaded_at, x.id) from files x where x.project_id = p.id), '[]')`;

export async function readFile(
  db: Database | Transaction,
  projectId: string,
  by: { sha256: Buffer; documentType: string },
): Promise<ProjectFile> {
  const { rows } = await sql<{ file: ProjectFile }>`
    select ${fileJson} as file from files x
    where x.project_id = ${projectId} and x.document_type = ${by.documentType} and x.sha256 = ${by.sha256}
  `.execute(db);
  const [row] = rows;
  if (!row) throw notFound();
  return row.file;
}

export interface StoredUpload {
  readonly id: string;
  readonly projectId: string;
  readonly documentType: string;
  readonly name: string;
  readonly size: number;
  readonly received: number;
}

/** An upload is its owner's alone. */
export async function readUpload(
  db: Database,
  actor: Actor,
  address: ProjectAddress & { upload: string },
): Promise<StoredUpload> {
  const row = await db
    .selectFrom('uploads as u')
    .innerJoin('projects as p', 'p.id', 'u.project_id')
    .select([
      'u.id',
      'u.project_id as projectId',
      'u.document_type as documentType',
      'u.name',
      'u.size',
      'u.received',
    ])
    .where('u.id', '=', requireId(address.upload))
    .where('u.user_id', '=', actor.id)
    .where('p.id', '=', requireId(address.id))
    .where('p.kind', '=', address.kind)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { Actor } from '../../../domain/kit/actor.ts';
import { notFound } from '../../../domain/kit/problem.ts';
import { type FileStore, StoreError } from '../../../server/files/store.ts';
import { iso } from '../../project-record/rows/queries.ts';
import { type ProjectAddress, readProject, requireId } from '../../project-record/subject/queries.ts';
import type { OpenUpload } from '../contract.ts';

const uploadColumns = sql`u.id, u.name, u.size, u.received, u.document_type as "documentType", u.fingerprint,
  u.chunk_bytes as "chunkBytes", u.file_id as file`;

/** An upload is its owner's alone. */
export interface StoredUpload extends Omit<OpenUpload, 'startedAt'> {
  readonly projectId: string;
  readonly contentType: string | null;
  /** SHA-256 of the first `hashed` bytes is under way in this state. */
  readonly hashState: Buffer | null;
  readonly hashed: number;
}

export type UploadAddress = ProjectAddress & { readonly upload: string };

/** Undefined also once it has become a file. */
export async function findUpload(
  db: Database,
  actor: Actor,
  address: UploadAddress,
): Promise<StoredUpload | undefined> {
  const { rows } = await sql<StoredUpload>`
    select ${uploadColumns}, u.project_id as "projectId", u.content_type as "contentType",
      u.hash_state as "hashState", u.hashed
    from uploads u join projects p on p.id = u.project_id
    where u.id = ${requireId(address.upload)} and u.user_id = ${actor.id} and p.id = ${requireId(address.id)}
      and p.kind = ${address.kind}`.execute(db);
  return rows[0];
}

export async function requireUpload(
  db: Database,
  actor: Actor,
  address: UploadAddress,
): Promise<StoredUpload> {
  const found = await findUpload(db, actor, address);
  if (!found) throw notFound();
  return found;
}

/** Those of the reader to a project, oldest first. */
export async function openUploads(
  db: Database,
  actor: Actor,
  address: ProjectAddress,
): Promise<OpenUpload[]> {
  const project = await readProject(db, actor, address);
  const { rows } = await sql<OpenUpload>`
    select ${uploadColumns}, ${iso(sql`u.created_at`)} as "startedAt"
    from uploads u where u.project_id = ${project.id} and u.user_id = ${actor.id}
    order by u.created_at, u.id`.execute(db);
  return rows;
}

export const chunkFolder = (upload: string): string => `uploads/${upload}`;
export const chunkKey = (upload: string, offset: number): string =>
  `${chunkFolder(upload)}/${String(offset).padStart(12, '0')}`;

/** The content as it was sent; a chunk that is not as long as it was stops it. */
export async function* chunkedContent(
  files: FileStore,
  { upload, size }: { upload: string; size: number },
): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < size; ) {
    const key = chunkKey(upload, offset);
    const began = offset;
    for await (const bytes of (await files.read(key)) as AsyncIterable<Buffer>) {
      offset += bytes.length;
      yield bytes;
    }
    if (offset === began || offset > size) throw new StoreError(`El trozo ${key} no es el que se guardó.`);
  }
}

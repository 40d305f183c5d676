import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import { can, type ProjectAction } from '../../domain/access/can.ts';
import { type Actor, isAdmin } from '../../domain/kit/actor.ts';
import type { BodyOf, OutputOf } from '../../domain/kit/endpoint.ts';
import { AppError, forbidden, invalid, notFound } from '../../domain/kit/problem.ts';
import { DOCUMENT_TYPES } from '../../domain/sections/attachments.ts';
import { type Quotas, uploadRefusal } from '../../domain/settings/quotas.ts';
import { nameFor } from '../../domain/text/file-types.ts';
import { type Command, type CommandContext, command } from '../../server/commands/command.ts';
import { putChecked } from '../../server/files/check.ts';
import { dropRefused, type FileStore, leaveToClock, StoreError } from '../../server/files/store.ts';
import { putTyped, type StoredContent } from '../../server/files/typed.ts';
import { UPLOAD_CHUNK_BYTES } from '../../server/http/serve.ts';
import type { KindLookup } from '../kinds/queries.ts';
import { holdPerson, noRoom } from '../project-record/quotas/queries.ts';
import {
  definitionOf,
  type ProjectAddress,
  readProject,
  subjectOf,
} from '../project-record/subject/queries.ts';
import type { finishUpload as finishContract, startUpload as startContract, upload } from './contract.ts';
import { readFile, readUpload, type StoredUpload } from './queries.ts';

interface Address extends ProjectAddress {
  readonly kinds: KindLookup;
}
type Progress = z.infer<typeof upload>;

const progressOf = (u: { id: string; received: number }): Progress => ({
  id: u.id,
  received: u.received,
  chunkBytes: UPLOAD_CHUNK_BYTES,
});

/** The project with its kind, when the reader may do this to its files. */
async function requireFileAction(
  { tx, actor, now }: Command,
  address: Address,
  action: Extract<ProjectAction, 'upload' | 'delete_file'>,
  words: string,
) {
  const project = await readProject(tx, actor, address);
  const kind = definitionOf(address.kinds, project);
  const verdict = can(actor, action, subjectOf(project, kind, { now }));
  if (!verdict.allowed) throw forbidden(words, verdict.reason);
  return { project, kind };
}

type Start = Address & { wanted: BodyOf<typeof startContract> };

/** An upload of the same file that broke off is taken up where it stopped; another size starts it anew. */
export const startUpload = command(
  'active',
  async (run: Command, { wanted, ...address }: Start): Promise<Progress> => {
    const { project, kind } = await requireFileAction(run, address, 'upload', 'subir archivos');
    const types = [...kind.documents.map(d => d.type), ...DOCUMENT_TYPES.map(d => d.value)];
    if (!types.includes(wanted.documentType)) throw invalid('documentType', 'Elige un tipo de documento.');
    const held = await holdPerson(run.tx, run.actor.id);
    if (!held) throw notFound();
    if (wanted.size > held.uploadLimitMb * 1024 * 1024)
      throw new AppError('too_large', `El archivo supera el máximo de ${held.uploadLimitMb} MB.`);
    return progressOf(await admitUpload(run, project.id, wanted, held.quotas));
  },
);

interface Admitted {
  readonly id: string;
  readonly received: number;
  /** What the sender had before: uploads, their bytes, and the size of this one if it was among them. */
  readonly had: readonly [number, number, number | null];
  readonly stored: number;
}

/** Stores the upload if its sender, whose row is held, has room for it. */
async function admitUpload(
  { tx, actor }: Command,
  projectId: string,
  { name, size, documentType, fingerprint }: Start['wanted'],
  quotas: Quotas,
): Promise<Admitted> {
  const { rows } = await sql<Admitted>`
    insert into uploads as u (project_id, user_id, document_type, name, size, fingerprint)
    values (${projectId}, ${actor.id}, ${documentType}, ${name}, ${size}, ${fingerprint})
    on conflict (project_id, user_id, document_type, fingerprint) do update
      set name = excluded.name, size = excluded.size, created_at = now(),
          received = case when u.size = excluded.size then u.received else 0 end
    returning id, received,
      (select json_build_array(count(*), coalesce(sum(o.size), 0), max(o.size) filter (where o.id = u.id))
        from uploads o where o.user_id = u.user_id) as had,
      (select coalesce(sum(f.size), 0)::bigint from files f where f.uploaded_by = u.user_id) as stored`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('upload was not stored');
  const [open, bytes, before] = row.had;
  const used = { open, before, bytes: row.stored + bytes };
  const refused = uploadRefusal(quotas, used, size, isAdmin(actor));
  if (refused) throw noRoom(refused);
  return row;
}

const chunkKey = (uploadId: string, offset: number) =>
  `uploads/${uploadId}/${String(offset).padStart(12, '0')}`;

interface Chunk extends ProjectAddress {
  readonly upload: string;
  readonly offset: number;
  readonly bytes: Buffer;
}

/**
 * Keeps one chunk in the file store, where any copy of the server finds it. A chunk sent again after a lost answer
 * is not an error; one that leaves a gap is. Not a change of the project: it has no transaction and no audit.
 */
export async function keepChunk(
  { db, actor }: CommandContext,
  files: FileStore,
  { offset, bytes, ...address }: Chunk,
): Promise<Progress> {
  const stored = await readUpload(db, actor, address);
  const end = offset + bytes.length;
  if (bytes.length === 0 || end > stored.size) throw invalid('offset', 'El trozo no cabe en el archivo.');
  if (end <= stored.received) return progressOf(stored);
  if (offset !== stored.received) throw outOfStep(stored);
  await putChecked(files, chunkKey(stored.id, offset), [bytes]);
  const moved = await db
    .updateTable('uploads')
    .set({ received: end })
    .where('id', '=', stored.id)
    .where('received', '=', offset)
    .where('size', '=', stored.size)
    .returning(['id', 'received'])
    .executeTakeFirst();
  if (moved) return progressOf(moved);
  const now = await readUpload(db, actor, address);
  if (now.received >= end) return progressOf(now);
  throw outOfStep(now);
}

const outOfStep = ({ received }: StoredUpload) =>
  new AppError('conflict', 'La subida sigue desde otro punto.', { extra: { received } });

/** The content as it was sent; a chunk that is not as long as it was stops it. */
async function* contentOf(files: FileStore, { id, size }: StoredUpload): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < size; ) {
    const key = chunkKey(id, offset);
    const began = offset;
    for await (const bytes of (await files.read(key)) as AsyncIterable<Buffer>) {
      offset += bytes.length;
      yield bytes;
    }
    if (offset === began || offset > size) throw new StoreError(`El trozo ${key} no es el que se guardó.`);
  }
}

type Finish = Address & { upload: string };
type Finished = OutputOf<typeof finishContract>;

interface Registered extends Finished {
  /** The object that held the same content until now. */
  readonly replaced: string | undefined;
}

/** The same content again takes the place of what is stored of it, which may have been damaged since. */
const register = command(
  'active',
  async (
    run: Command,
    input: Address & { stored: StoredUpload; made: StoredContent },
  ): Promise<Registered> => {
    const { stored, made } = input;
    const { project } = await requireFileAction(run, input, 'upload', 'subir archivos');
    const same = { sha256: made.sha256, documentType: stored.documentType };
    const known = await run.tx
      .selectFrom('files')
      .select('storage_key as key')
      .where('project_id', '=', project.id)
      .where('document_type', '=', same.documentType)
      .where('sha256', '=', same.sha256)
      .forUpdate()
      .executeTakeFirst();
    const values = {
      project_id: project.id,
      document_type: stored.documentType,
      name: nameFor(stored.name, made.contentType),
      size: stored.size,
      content_type: made.contentType,
      sha256: made.sha256,
      storage_key: made.key,
      uploaded_by: run.actor.id,
    };
    const { added } = await run.tx
      .insertInto('files')
      .values(values)
      .onConflict(conflict =>
        conflict.columns(['project_id', 'document_type', 'sha256']).doUpdateSet({ storage_key: made.key }),
      )
      .returning(sql<boolean>`xmax = 0`.as('added'))
      .executeTakeFirstOrThrow();
    await run.tx.deleteFrom('uploads').where('id', '=', stored.id).execute();
    const file = await readFile(run.tx, project.id, same);
    if (added)
      run.record({
        action: 'file.add',
        objectType: 'project',
        objectId: project.id,
        changes: { [file.id]: [null, file.sha256] },
      });
    return { file, known: !added, replaced: known?.key };
  },
);

/** Checks the content and keeps the file; the very same one under the same document type is recognised. */
export async function finishUpload(
  context: CommandContext,
  files: FileStore,
  input: Finish,
): Promise<Finished> {
  const stored = await readUpload(context.db, context.actor, input);
  if (stored.received !== stored.size) throw outOfStep(stored);
  try {
    const key = `files/${stored.projectId}/${randomUUID()}`;
    const made = await putTyped(files, key, { content: contentOf(files, stored), size: stored.size });
    const { replaced, ...result } = await register(context, { ...input, stored, made }).catch(error =>
      dropRefused(files, made.key, error),
    );
    if (replaced) await files.delete(replaced).catch(leaveToClock);
    await dropChunks(files, stored.id);
    return result;
  } catch (error) {
    // A refused type stays refused: nothing is kept for another try.
    if (error instanceof AppError && error.code === 'unsupported_type')
      await dropUpload(context.db, files, stored.id);
    throw error;
  }
}

const dropChunks = (files: FileStore, uploadId: string) =>
  files.deleteAll(`uploads/${uploadId}`).catch(leaveToClock);

/** Forgets an upload and its chunks. */
export async function dropUpload(db: Database, files: FileStore, uploadId: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', uploadId).execute();
  await dropChunks(files, uploadId);
}

export async function cancelUpload(
  { db, actor }: { db: Database; actor: Actor },
  files: FileStore,
  address: ProjectAddress & { upload: string },
): Promise<Record<string, never>> {
  const stored = await readUpload(db, actor, address);
  await dropUpload(db, files, stored.id);
  return {};
}

const remove = command('active', async (run: Command, input: Address & { file: string }): Promise<string> => {
  const { project } = await requireFileAction(run, input, 'delete_file', 'eliminar archivos');
  const gone = await run.tx
    .deleteFrom('files')
    .where('id', '=', input.file)
    .where('project_id', '=', project.id)
    .returning(['id', 'storage_key', 'sha256'])
    .executeTakeFirst();
  if (!gone) throw notFound();
  run.record({
    action: 'file.delete',
    objectType: 'project',
    objectId: project.id,
    changes: { [gone.id]: [gone.sha256.toString('hex'), null] },
  });
  return gone.storage_key;
});

/** The row goes first: an object without a row is cleaned up, a row without an object would be a loss. */
export async function deleteFile(
  context: CommandContext,
  files: FileStore,
  input: Address & { file: string },
): Promise<Record<string, never>> {
  await files.delete(await remove(context, input)).catch(leaveToClock);
  return {};
}

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../db/pool.ts';
import { lit } from '../../../db/states.ts';
import { MOST_CHUNK_BYTES } from '../../../domain/files/chunks.ts';
import type { KindSlug } from '../../../domain/kinds/slugs.ts';
import { type Actor, isAdmin } from '../../../domain/kit/actor.ts';
import type { BodyOf, OutputOf } from '../../../domain/kit/endpoint.ts';
import { AppError, invalid, notFound } from '../../../domain/kit/problem.ts';
import { DOCUMENT_TYPES } from '../../../domain/sections/attachments.ts';
import { type Quotas, uploadRefusal } from '../../../domain/settings/quotas.ts';
import { asFileName } from '../../../domain/text/file-names.ts';
import { nameFor } from '../../../domain/text/file-types.ts';
import { type Command, type CommandContext, command } from '../../../server/commands/command.ts';
import { putChecked } from '../../../server/files/check.ts';
import { extendHash, finishHash } from '../../../server/files/hash-state.ts';
import { type FileStore, leaveToClock } from '../../../server/files/store.ts';
import { startType } from '../../../server/files/typed.ts';
import type { Jobs } from '../../../server/jobs.ts';
import { holdPerson, noRoom } from '../../project-record/quotas/queries.ts';
import { requireId } from '../../project-record/subject/queries.ts';
import { countVersion, type FileProject, requireFileChange, requireSender } from '../commands.ts';
import type { finishUpload as finishContract, startUpload as startContract, upload } from '../contract.ts';
import { fileOf, readFile } from '../queries.ts';
import {
  chunkedContent,
  chunkFolder,
  chunkKey,
  findUpload,
  requireUpload,
  type StoredUpload,
  type UploadAddress,
} from './queries.ts';

type Progress = z.infer<typeof upload>;

const progressOf = ({ id, received, chunkBytes }: Progress): Progress => ({ id, received, chunkBytes });

type Start = FileProject & { wanted: BodyOf<typeof startContract> };

/** An upload of the same file that broke off is taken up where it stopped; another size starts it anew. */
export const startUpload = command('active', async (run: Command, input: Start): Promise<Progress> => {
  const { wanted, ...address } = input;
  const edited = await requireSender(run, address, wanted.documentType);
  const { project, kind } = edited;
  const target = wanted.file === null ? null : await requireFileChange(run, edited, wanted.file);
  const types = [...kind.documents.map(d => d.type), ...DOCUMENT_TYPES.map(d => d.value)];
  const documentType = target?.documentType ?? wanted.documentType;
  if (!target && !types.includes(documentType)) throw invalid('documentType', 'Elige un tipo de documento.');
  const held = await holdPerson(run.tx, run.actor.id);
  if (!held) throw notFound();
  if (wanted.size > held.uploadLimitMb * 1024 * 1024)
    throw new AppError('too_large', `El archivo supera el máximo de ${held.uploadLimitMb} MB.`);
  return progressOf(await admitUpload(run, project.id, { ...wanted, documentType }, held.quotas));
});

interface Admitted extends Progress {
  /** What the sender had before: uploads, their bytes, and the size of this one if it was among them. */
  readonly had: readonly [number, number, number | null];
  readonly stored: number;
}

/** Stores the upload if its sender, whose row is held, has room for it. */
async function admitUpload(
  { tx, actor }: Command,
  projectId: string,
  { name, size, documentType, fingerprint, file, chunkBytes }: Start['wanted'],
  quotas: Quotas,
): Promise<Admitted> {
  const again = sql`u.size = excluded.size`;
  const { rows } = await sql<Admitted>`
    insert into uploads as u (project_id, user_id, document_type, name, size, fingerprint, file_id, chunk_bytes)
    values (${projectId}, ${actor.id}, ${documentType}, ${name}, ${size}, ${fingerprint}, ${file}, ${chunkBytes})
    on conflict (project_id, user_id, document_type, fingerprint) do update
      set name = excluded.name, size = excluded.size, created_at = now(), file_id = excluded.file_id,
          received = case when ${again} then u.received else 0 end,
          hashed = case when ${again} then u.hashed else 0 end,
          hash_state = case when ${again} then u.hash_state end,
          chunk_bytes = case when ${again} and u.received > 0 then u.chunk_bytes else excluded.chunk_bytes end
    returning id, received, chunk_bytes as "chunkBytes",
      (select json_build_array(count(*), coalesce(sum(o.size), 0), max(o.size) filter (where o.id = u.id))
        from uploads o where o.user_id = u.user_id) as had,
      (select coalesce(sum(f.size), 0)::bigint from files f
        where f.uploaded_by = u.user_id and f.state <> ${lit.file('rejected')}) as stored`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('upload was not stored');
  const [open, bytes, before] = row.had;
  const used = { open, before, bytes: row.stored + bytes };
  const refused = uploadRefusal(quotas, used, size, isAdmin(actor));
  if (refused) throw noRoom(refused);
  return row;
}

type Chunk = UploadAddress & { readonly offset: number; readonly bytes: Buffer };

/** Throws where a chunk is not one of those the upload is divided into. */
function requireChunk({ size, chunkBytes }: StoredUpload, offset: number, length: number): void {
  if (length === 0 || offset + length > size) throw invalid('offset', 'El trozo no cabe en el archivo.');
  if (offset % chunkBytes !== 0 || length !== Math.min(chunkBytes, size - offset))
    throw invalid('offset', 'El trozo no mide lo que se acordó al empezar la subida.');
}

/**
 * Keeps one chunk in the file store, where any copy of the server finds it. A chunk sent again after a lost answer or
 * by another tab is not an error; one that leaves a gap is. Not a change of the project: it has no transaction and no
 * audit.
 */
export async function keepChunk(
  { db, actor }: CommandContext,
  files: FileStore,
  { offset, bytes, ...address }: Chunk,
): Promise<Progress> {
  const stored = await findUpload(db, actor, address);
  // Another tab had the last one, and it is a file already.
  if (!stored) return progressOf(await requireFinished(db, actor, address));
  requireChunk(stored, offset, bytes.length);
  const end = offset + bytes.length;
  if (end <= stored.received) return progressOf(stored);
  if (offset !== stored.received) throw outOfStep(stored);
  const contentType = offset === 0 ? await typeOrDrop(db, files, stored, bytes) : stored.contentType;
  await putChecked(files, chunkKey(stored.id, offset), [bytes]);
  const state = stored.hashed === offset ? await extendHash(stored.hashState, bytes) : null;
  const moved = await db
    .updateTable('uploads')
    .set({ received: end, content_type: contentType, ...(state && { hash_state: state, hashed: end }) })
    .where('id', '=', stored.id)
    .where('received', '=', offset)
    .where('size', '=', stored.size)
    .returning('id')
    .executeTakeFirst();
  if (moved) return progressOf({ ...stored, received: end });
  const now = await findUpload(db, actor, address);
  if (!now) return progressOf(await requireFinished(db, actor, address));
  if (now.received >= end) return progressOf(now);
  throw outOfStep(now);
}

const outOfStep = ({ received }: { received: number }) =>
  new AppError('conflict', 'La subida sigue desde otro punto.', { extra: { received } });

/** A refused type stays refused: nothing is kept for another try. */
async function typeOrDrop(
  db: Database,
  files: FileStore,
  { id }: StoredUpload,
  start: Buffer,
): Promise<string> {
  try {
    return await startType(start);
  } catch (error) {
    if (error instanceof AppError) await dropUpload(db, files, id);
    throw error;
  }
}

/** The upload that has become a file of this sender, as it stood at its end. */
async function requireFinished(
  db: Database,
  actor: Actor,
  { upload: id, ...address }: UploadAddress,
): Promise<Progress & { version: string }> {
  const row = await db
    .selectFrom('files as f')
    .innerJoin('projects as p', 'p.id', 'f.project_id')
    .select(['f.id', 'f.size'])
    .where('f.upload_id', '=', requireId(id))
    .where('f.uploaded_by', '=', actor.id)
    .where('p.id', '=', requireId(address.id))
    .where('p.kind', '=', sql<KindSlug>`${address.kind}`)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { id, received: row.size, chunkBytes: MOST_CHUNK_BYTES, version: row.id };
}

type Finish = FileProject & { readonly upload: string };
type Finished = OutputOf<typeof finishContract>;
type Arrived = Finish & { stored: StoredUpload; sha256: Buffer; jobs: Jobs };

/**
 * Keeps what arrived as a new file or version, to be checked by the job. Content that is known takes the place of what
 * is stored of it, which may have been damaged since; of an earlier version it makes that one count again.
 */
const register = command('active', async (run: Command, input: Arrived): Promise<Finished | undefined> => {
  const { stored, sha256, jobs } = input;
  const edited = await requireSender(run, input, stored.documentType);
  if (stored.file) await requireFileChange(run, edited, stored.file);
  // Of two tabs that finish at once the second finds nothing left to do.
  const { numDeletedRows } = await run.tx
    .deleteFrom('uploads')
    .where('id', '=', stored.id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return undefined;
  const kept = await writeVersion(run, stored, sha256);
  await jobs.wake(run.tx, 'files.check');
  const known = !kept.added;
  if (known && stored.file === kept.file && kept.isOlder) await restoreVersion(run, stored.projectId, kept);
  const file = await readFile(run.tx, sql`x.id = ${kept.id}`);
  if (!file) throw notFound();
  if (!known)
    run.record({
      action: stored.file ? 'file.version' : 'file.add',
      objectType: 'project',
      objectId: stored.projectId,
      changes: { [kept.id]: [null, sha256.toString('hex')] },
    });
  return { file, versionId: kept.id, known };
});

interface Kept {
  readonly id: string;
  readonly file: string;
  readonly added: boolean;
  /** Ready, and another version counts. */
  readonly isOlder: boolean;
}

async function writeVersion({ tx, actor }: Command, stored: StoredUpload, sha256: Buffer): Promise<Kept> {
  const type = stored.contentType ?? 'application/octet-stream';
  // What an archive is inside, is known once it is whole.
  const name = type === 'application/zip' ? asFileName(stored.name) : nameFor(stored.name, type);
  const { rows } = await sql<Kept>`
    insert into files as x (project_id, document_type, name, size, content_type, sha256, uploaded_by, state, scan_detail,
      upload_id, in_chunks, original_id, current, version)
    select ${stored.projectId}::uuid, ${stored.documentType}, ${name}, ${stored.size}::bigint, ${type}, ${sha256},
      ${actor.id}::uuid, ${lit.file('received')}, null, ${stored.id}::uuid, true, ${stored.file}::uuid, ${stored.file === null},
      1 + coalesce((select max(v.version) from files v where coalesce(v.original_id, v.id) = ${stored.file}::uuid), 0)
    on conflict (project_id, document_type, sha256) do update set upload_id = excluded.upload_id, in_chunks = true,
      check_due_at = now(), reason = null, state = case x.state when ${lit.file('rejected')}
        then ${lit.file('received')} else x.state end
    returning id, ${fileOf} as file, xmax = 0 as added, state = ${lit.file('ready')} and not current as "isOlder"`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('file was not stored');
  return row;
}

async function restoreVersion(run: Command, projectId: string, { id, file }: Kept): Promise<void> {
  await countVersion(run.tx, { id, file });
  run.record({
    action: 'file.restore',
    objectType: 'project',
    objectId: projectId,
    changes: { [file]: [null, id] },
  });
}

/** All has arrived: what it is, is told by its hash at once and by the job soon. Nothing is read here but the state of it. */
export async function finishUpload(
  context: CommandContext,
  { files, jobs }: { files: FileStore; jobs: Jobs },
  input: Finish,
): Promise<Finished> {
  const stored = await findUpload(context.db, context.actor, input);
  if (stored && stored.received !== stored.size) throw outOfStep(stored);
  const kept = stored && {
    ...input,
    ...{ stored, jobs, sha256: await hashOf(files, stored) },
  };
  const finished = kept && (await register(context, kept));
  if (finished) return finished;
  const { version } = await requireFinished(context.db, context.actor, input);
  const file = await readFile(context.db, sql`x.id = ${version}`);
  if (!file) throw notFound();
  return { file, versionId: version, known: false };
}

/** Read again only where another version of the program took some of its chunks. */
async function hashOf(files: FileStore, { id, size, hashState, hashed }: StoredUpload): Promise<Buffer> {
  const known = hashState && hashed === size ? await finishHash(hashState) : null;
  if (known) return known;
  const hash = createHash('sha256');
  for await (const bytes of chunkedContent(files, { upload: id, size })) hash.update(bytes);
  return hash.digest();
}

/** Forgets an upload and its chunks. */
export async function dropUpload(db: Database, files: FileStore, uploadId: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', uploadId).execute();
  await files.deleteAll(chunkFolder(uploadId)).catch(leaveToClock);
}

export async function cancelUpload(
  { db, actor }: { db: Database; actor: Actor },
  files: FileStore,
  address: UploadAddress,
): Promise<Record<string, never>> {
  const stored = await requireUpload(db, actor, address);
  await dropUpload(db, files, stored.id);
  return {};
}

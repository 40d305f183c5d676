import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError, notFound } from '../../../domain/kit/problem.ts';
import { isPhoto, nameFor } from '../../../domain/text/file-types.ts';
import { type Command, type CommandContext, command } from '../../../server/commands/command.ts';
import type { Deps } from '../../../server/deps.ts';
import { putChecked } from '../../../server/files/check.ts';
import { openPhotoPreparer, PhotoError } from '../../../server/files/photos.ts';
import { dropRefused, type FileStore, leaveToClock } from '../../../server/files/store.ts';
import { contentType } from '../../../server/files/typed.ts';
import { bytesIn } from '../../../server/files/zip-directory.ts';
import { openCall } from '../commands.ts';

interface New {
  readonly call: string;
  readonly name: string;
  readonly bytes: Buffer;
}
interface UploadedFile extends New {
  readonly key: string;
  readonly sha256: Buffer;
  readonly contentType: string;
}

/** What a file is sent with cannot say why: the audit flags what was done instead. */
const lastResort = 'Cambió los archivos de las bases.';

const register = command('calls.manage', async (run: Command, file: UploadedFile) => {
  const { tx, actor, record } = run;
  const call = await openCall(run, { call: file.call, lastResort });
  const row = await tx
    .insertInto('call_files')
    .values({
      call_id: call.id,
      name: nameFor(file.name, file.contentType),
      size: file.bytes.length,
      content_type: file.contentType,
      sha256: file.sha256,
      storage_key: file.key,
      uploaded_by: actor.id,
    })
    .onConflict(conflict => conflict.columns(['call_id', 'sha256']).doNothing())
    .returning(['id', 'name', 'size', 'content_type as contentType'])
    .executeTakeFirst();
  if (!row) throw new AppError('rule', 'Ese archivo ya está en las bases.');
  record({
    action: 'call.file_add',
    objectType: 'call',
    objectId: call.id,
    changes: { [row.id]: [null, file.sha256.toString('hex')] },
  });
  return row;
});

/** Refused where it has a virus; a photo without what the camera wrote. Small enough to be looked at while its sender waits. */
async function examine(
  bytes: Buffer,
  scanner: Deps['scanner'],
): Promise<Pick<New, 'bytes'> & { type: string }> {
  const type = await contentType(bytesIn(bytes));
  const scanned = await scanner?.scan([bytes]);
  if (scanned?.scan === 'infected')
    throw new AppError('unsupported_type', `El archivo contiene un virus (${scanned.detail}).`);
  return { type, bytes: isPhoto(type) ? await cleanPhoto(bytes) : bytes };
}

async function cleanPhoto(bytes: Buffer): Promise<Buffer> {
  const photos = openPhotoPreparer();
  try {
    return await photos.prepare(Readable.from([bytes]), ({ clean }) => readFile(clean.path));
  } catch (error) {
    throw error instanceof PhotoError ? new AppError('unsupported_type', error.message) : error;
  } finally {
    await photos.close();
  }
}

/** Checks the file and keeps it; the object stays only when a row names it. */
export async function addCallFile(
  context: CommandContext,
  { files, scanner }: Pick<Deps, 'files' | 'scanner'>,
  { call, name, bytes: sent }: New,
) {
  const { bytes, type } = await examine(sent, scanner);
  const key = `calls/${call}/${randomUUID()}`;
  const stored = { key, sha256: await putChecked(files, key, [bytes]), contentType: type };
  return register(context, { call, name, bytes, ...stored }).catch(error => dropRefused(files, key, error));
}

const remove = command(
  'calls.manage',
  async (run: Command, { call, file }: { call: string; file: string }): Promise<string> => {
    const { tx, record } = run;
    await openCall(run, { call, lastResort });
    const gone = await tx
      .deleteFrom('call_files')
      .where('id', '=', file)
      .where('call_id', '=', call)
      .returning(['storage_key', 'sha256'])
      .executeTakeFirst();
    if (!gone) throw notFound();
    record({
      action: 'call.file_remove',
      objectType: 'call',
      objectId: call,
      changes: { [file]: [gone.sha256.toString('hex'), null] },
    });
    return gone.storage_key;
  },
);

/** The row goes first: an object without a row is a leftover, a row without an object would be a loss. */
export async function removeCallFile(
  context: CommandContext,
  files: FileStore,
  address: { call: string; file: string },
): Promise<Record<string, never>> {
  await files.delete(await remove(context, address)).catch(leaveToClock);
  return {};
}

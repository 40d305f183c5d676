import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppError } from '../../domain/kit/problem.ts';
import { isPhoto, nameFor } from '../../domain/text/file-types.ts';
import type { Deps } from '../deps.ts';
import { putChecked } from './check.ts';
import { openPhotoPreparer, PhotoError } from './photos.ts';
import { dropRefused, type FileStore, leaveToClock } from './store.ts';
import { contentType } from './typed.ts';
import { bytesIn } from './zip-directory.ts';

/** A file small enough to be held as a whole and looked at while its sender waits. */
interface Sent {
  /** Where it goes in the store, e.g. `calls/<call>`. */
  readonly folder: string;
  readonly name: string;
  readonly bytes: Buffer;
}

/** Such a file once it is stored, as its row names it. */
export interface SmallFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly content_type: string;
  readonly sha256: Buffer;
  readonly storage_key: string;
}

/** Refused where it has a virus; a photo without what the camera wrote. */
async function examine(bytes: Buffer, scanner: Deps['scanner']): Promise<{ bytes: Buffer; type: string }> {
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

/** Checks the file and keeps it; the object stays only when `register` writes the row that names it. */
export async function keepSmallFile<T>(
  { files, scanner }: Pick<Deps, 'files' | 'scanner'>,
  { folder, name, bytes: sent }: Sent,
  register: (file: SmallFile) => Promise<T>,
): Promise<T> {
  const { bytes, type } = await examine(sent, scanner);
  const key = `${folder}/${randomUUID()}`;
  const sha256 = await putChecked(files, key, [bytes]);
  const file = { size: bytes.length, content_type: type, sha256, storage_key: key };
  return register({ name: nameFor(name, type), ...file }).catch(error => dropRefused(files, key, error));
}

/** Once their rows are gone: an object without a row is a leftover, a row without an object would be a loss. */
export async function dropSmallFiles(files: FileStore, keys: readonly string[]): Promise<void> {
  for (const key of keys) await files.delete(key).catch(leaveToClock);
}

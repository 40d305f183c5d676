import { buffer } from 'node:stream/consumers';
import { ReadableStream } from 'node:stream/web';
import { fileTypeFromBuffer, fileTypeFromStream } from 'file-type';
import { AppError } from '../../domain/kit/problem.ts';
import { FILE_TYPE_NAMES, FILE_TYPES } from '../../domain/text/file-types.ts';
import type { FileStore } from './store.ts';
import { checkZip, isZip } from './zip-check.ts';
import type { Bytes } from './zip-directory.ts';

/** Where content is stored, to be read where it is wanted. */
export const storedBytes = (store: FileStore, key: string, size: number): Bytes => ({
  size,
  async read(from, length) {
    const end = Math.min(size, from + length) - 1;
    if (!(from >= 0 && from <= end)) return Buffer.alloc(0);
    return buffer(await store.read(key, { start: from, end }));
  },
});

const PIECE = 1024 * 1024;

async function* inPieces(content: Bytes): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.size; at += PIECE) yield content.read(at, PIECE);
}

function requireAllowed(type: { mime: string } | undefined): string {
  if (!type || !FILE_TYPES[type.mime])
    throw new AppError('unsupported_type', `Ese tipo de archivo no está permitido. Sube ${FILE_TYPE_NAMES}.`);
  return type.mime;
}

/**
 * What content is by its first bytes, told while the rest is on its way; of an archive that is not yet what it holds.
 * @throws AppError `unsupported_type`
 */
export const startType = async (start: Uint8Array): Promise<string> =>
  requireAllowed(await fileTypeFromBuffer(start));

/**
 * What the content is, whatever its name says.
 * @throws AppError `unsupported_type` that says what is wrong
 */
export async function contentType(content: Bytes): Promise<string> {
  const type = requireAllowed(await fileTypeFromStream(ReadableStream.from(inPieces(content))));
  return isZip(type) ? checkZip(content, type) : type;
}

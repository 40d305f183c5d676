import { createInflateRaw } from 'node:zlib';
import { AppError } from '../../../domain/kit/problem.ts';
import { bytesIn, DamagedZip, readDirectory, type ZipEntry } from '../../files/zip-directory.ts';
import { unreadable } from '../sheet.ts';

/** A small archive may unpack to gigabytes; a real list of rows does not. */
const MOST_UNPACKED = 64 * 1024 * 1024;
const PIECE = 16 * 1024;
export const damageError = () => unreadable('está dañado.');

/** Names of parts are compared without capitals, and some programs write them as Windows does. */
const plainName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

/** The last of two parts of the same name counts. */
async function entriesOf(zip: Buffer): Promise<Map<string, ZipEntry>> {
  try {
    const { entries } = await readDirectory(bytesIn(zip));
    return new Map(entries.map(entry => [plainName(entry.name), entry]));
  } catch (error) {
    throw error instanceof DamagedZip ? damageError() : error;
  }
}

async function* inflateEntry(zip: Buffer, { method, packed, at }: ZipEntry): AsyncGenerator<Buffer> {
  if (zip.readUInt32LE(at) !== 0x04034b50 || (method !== 0 && method !== 8)) throw damageError();
  const from = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  const bytes = zip.subarray(from, from + packed);
  if (method === 8) {
    const inflate = createInflateRaw({ chunkSize: PIECE });
    inflate.end(bytes);
    yield* inflate as AsyncIterable<Buffer>;
  } else for (let n = 0; n < bytes.length; n += PIECE) yield bytes.subarray(n, n + PIECE);
}

export interface Archive {
  /** Of its parts, without capitals. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** The part's bytes a piece at a time; an error of the file where there is no such part. */
  bytes(name: string): AsyncGenerator<Buffer>;
  /** The same as text. */
  text(name: string): AsyncGenerator<string>;
}

/** Bytes as text, a piece at a time. */
export async function* textOf(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of parts) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/**
 * An archive whose parts are unpacked as they are asked for. What it says of its sizes is not believed: what comes out is
 * counted, once of a part that is asked for again.
 * @throws AppError `invalid` at `file` or `too_large`; errors of zlib and of reading past its end where it is damaged.
 */
export async function openZip(zip: Buffer): Promise<Archive> {
  const entries = await entriesOf(zip);
  const sizes = new Map<string, number>();
  let unpacked = 0;
  async function* bytesOf(name: string): AsyncGenerator<Buffer> {
    const plain = plainName(name);
    const entry = entries.get(plain);
    if (!entry) throw damageError();
    let size = 0;
    for await (const bytes of inflateEntry(zip, entry)) {
      size += bytes.length;
      const before = sizes.get(plain) ?? 0;
      if (size > before) {
        unpacked += size - before;
        sizes.set(plain, size);
      }
      if (unpacked > MOST_UNPACKED)
        throw new AppError('too_large', 'La planilla es demasiado grande: divídela en partes o quita hojas.');
      yield bytes;
    }
  }
  return {
    names: [...entries.keys()],
    has: name => entries.has(plainName(name)),
    bytes: bytesOf,
    text: name => textOf(bytesOf(name)),
  };
}

import { createInflateRaw } from 'node:zlib';
import { AppError } from '../../domain/kit/problem.ts';
import { bytesIn, DamagedZip, readDirectory, type ZipEntry } from '../files/zip-directory.ts';
import { unreadable } from './sheet.ts';

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
  has(name: string): boolean;
  /** The part's text a piece at a time; an error of the file where there is no such part. */
  text(name: string): AsyncGenerator<string>;
}

/**
 * An archive whose parts are unpacked as they are asked for. What it says of its sizes is not believed: what comes out is
 * counted.
 * @throws AppError `invalid` at `file` or `too_large`; errors of zlib and of reading past its end where it is damaged.
 */
export async function openZip(zip: Buffer): Promise<Archive> {
  const entries = await entriesOf(zip);
  let unpacked = 0;
  return {
    has: name => entries.has(plainName(name)),
    async *text(name) {
      const entry = entries.get(plainName(name));
      if (!entry) throw damageError();
      const decoder = new TextDecoder();
      for await (const bytes of inflateEntry(zip, entry)) {
        unpacked += bytes.length;
        if (unpacked > MOST_UNPACKED) throw new AppError('too_large');
        yield decoder.decode(bytes, { stream: true });
      }
      yield decoder.decode();
    },
  };
}

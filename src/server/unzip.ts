import { createInflateRaw } from 'node:zlib';
import { AppError } from '../domain/problem.ts';
import { unreadable } from './sheet.ts';

/** A small archive may unpack to gigabytes; a real list of rows does not. */
const MOST_UNPACKED = 64 * 1024 * 1024;
const PIECE = 16 * 1024;
const UNKNOWN = 0xffffffff;
export const damaged = () => unreadable('está dañado.');

interface Entry {
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

/** Sizes that stand in the extra field because their own place is too small, or was filled before they were known. */
function longSizes(extra: Buffer, sizes: readonly number[]): number[] {
  let at = 0;
  while (at + 4 <= extra.length && extra.readUInt16LE(at) !== 1) at += 4 + extra.readUInt16LE(at + 2);
  at += 4;
  return sizes.map(size => {
    if (size !== UNKNOWN) return size;
    at += 8;
    return Number(extra.readBigUInt64LE(at - 8));
  });
}

/** Names of parts are compared without capitals, and some programs write them as Windows does. */
const plainName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '').toLowerCase();

/** The central directory (APPNOTE.TXT 4.3.12). */
function entriesOf(zip: Buffer): Map<string, Entry> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0 || end + 20 > zip.length) throw damaged();
  const entries = new Map<string, Entry>();
  let at = zip.readUInt32LE(end + 16);
  while (at + 46 <= end && zip.readUInt32LE(at) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map(offset => zip.readUInt16LE(at + offset)) as number[];
    const named = at + 46 + (name ?? 0);
    const [, packed = 0, start = 0] = longSizes(
      zip.subarray(named, named + (extra ?? 0)),
      [24, 20, 42].map(offset => zip.readUInt32LE(at + offset)),
    );
    const entry = { method: zip.readUInt16LE(at + 10), packed, at: start };
    entries.set(plainName(zip.toString('utf8', at + 46, named)), entry);
    at = named + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

async function* inflated(zip: Buffer, { method, packed, at }: Entry): AsyncGenerator<Buffer> {
  if (zip.readUInt32LE(at) !== 0x04034b50 || (method !== 0 && method !== 8)) throw damaged();
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
export function openZip(zip: Buffer): Archive {
  const entries = entriesOf(zip);
  let unpacked = 0;
  return {
    has: name => entries.has(plainName(name)),
    async *text(name) {
      const entry = entries.get(plainName(name));
      if (!entry) throw damaged();
      const decoder = new TextDecoder();
      for await (const bytes of inflated(zip, entry)) {
        unpacked += bytes.length;
        if (unpacked > MOST_UNPACKED) throw new AppError('too_large');
        yield decoder.decode(bytes, { stream: true });
      }
      yield decoder.decode();
    },
  };
}
